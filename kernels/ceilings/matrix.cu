// mma.sync with the largest shapes that the instruction has: m16n8k16 of doubles, m16n8k8 of TF32.
// (PTX ISA, "Matrix Fragments for mma".) Chains of products that do not wait for one another hide
// their latency.
#include "kernels/ceilings/matrix.hpp"

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

constexpr int chains = 4;
constexpr int rows = 16, columns = 8;
constexpr int depth_double = 16, depth_tf32 = 8;

// The fragments of one warp's matrices in the registers of a thread.
struct FragmentDouble {
  double a[8], b[4];
};

__device__ void multiply(double (&d)[4], const FragmentDouble& f) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, "
      "{%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
      : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
      : "d"(f.a[0]), "d"(f.a[1]), "d"(f.a[2]), "d"(f.a[3]), "d"(f.a[4]), "d"(f.a[5]), "d"(f.a[6]),
        "d"(f.a[7]), "d"(f.b[0]), "d"(f.b[1]), "d"(f.b[2]), "d"(f.b[3]));
#elif __CUDA_ARCH__ >= 800
  // Eight of the one shape that there is, m8n8k4.
#pragma unroll
  for (int half = 0; half < 2; ++half)
#pragma unroll
    for (int k = 0; k < 4; ++k)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                   : "+d"(d[2 * half]), "+d"(d[2 * half + 1])
                   : "d"(f.a[4 * half + k]), "d"(f.b[k]));
#endif
}

struct FragmentTf32 {
  unsigned a[4], b[2];
};

__device__ void multiply(float (&d)[4], const FragmentTf32& f) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(f.a[0]), "r"(f.a[1]), "r"(f.a[2]), "r"(f.a[3]), "r"(f.b[0]), "r"(f.b[1]));
#endif
}

// Entries small and different from lane to lane, so that sums stay finite and no two are alike.
__device__ void fill(FragmentDouble& f) {
  for (int i = 0; i < 8; ++i) f.a[i] = 1e-3 * (1 + threadIdx.x % 32 + i);
  for (int i = 0; i < 4; ++i) f.b[i] = 1e-3 * (2 + threadIdx.x % 32 - i);
}
__device__ void fill(FragmentTf32& f) {
  for (int i = 0; i < 4; ++i) f.a[i] = __float_as_uint(1e-3f * (1 + threadIdx.x % 32 + i));
  for (int i = 0; i < 2; ++i) f.b[i] = __float_as_uint(1e-3f * (2 + threadIdx.x % 32 - i));
}

template <class T, class Fragment>
__global__ void multiply_matrices(int rounds, double* out) {
  Fragment fragment;
  fill(fragment);
  T r_sum[chains][4] = {};  // [chain][element]
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int c = 0; c < chains; ++c) multiply(r_sum[c], fragment);
  }
  double total = 0;
  for (int c = 0; c < chains; ++c)
    for (int i = 0; i < 4; ++i) total += r_sum[c][i];
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0) out[warp] = total;
}

}  // namespace

MatrixLaunch shape_matrix(const Device& device, MatrixKind kind, int rounds) {
  MatrixLaunch launch;
  launch.blocks = 2 * device.multiprocessors();
  launch.warps = 8;
  launch.rounds = rounds;
  const double product =
      2.0 * rows * columns * (kind == MatrixKind::double_ ? depth_double : depth_tf32);
  launch.flops = product * chains * launch.rounds * launch.warps * launch.blocks;
  return launch;
}

void launch_matrix(MatrixKind kind, const MatrixLaunch& launch, void* out) {
  const int threads = 32 * launch.warps;
  auto* to = static_cast<double*>(out);
  if (kind == MatrixKind::double_)
    multiply_matrices<double, FragmentDouble><<<launch.blocks, threads>>>(launch.rounds, to);
  else
    multiply_matrices<float, FragmentTf32><<<launch.blocks, threads>>>(launch.rounds, to);
  check_cuda(cudaGetLastError(), "launching a product of matrices");
}

}  // namespace hermite
