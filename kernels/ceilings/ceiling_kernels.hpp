#pragma once
// Launches of the kernels that measure a device (streams.hpp, compute.hpp), and what they cost by
// their own source: the counting block run on them is the check that counts and times are right.

#include "kernels/ceilings/compute.hpp"
#include "kernels/ceilings/streams.hpp"
#include "kernels/device/counting_block.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

enum class StreamKind { copy, triad, read };
enum class ComputeKind { multiply_add, scratch, empty };

// `past_caches`: with stores that bypass the caches, on the host.
void launch_stream(const Device& device, StreamKind kind, const StreamArguments& arguments,
                   bool past_caches = false);
void launch_compute(const Device& device, ComputeKind kind, Precision precision,
                    const ComputeArguments& arguments);

// Of one block. The values of streams are doubles.
Counts count_stream(StreamKind kind, StreamArguments arguments);
Counts count_compute(ComputeKind kind, ComputeArguments arguments);

}  // namespace hermite
