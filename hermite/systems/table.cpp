// The table of systems: one line each.
#include "hermite/systems/table.hpp"

#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/systems/advection.hpp"

namespace hermite {

namespace {

template <class Kind>
std::unique_ptr<System> make() {
  return std::make_unique<Kind>();
}

struct Entry {
  const char* name;
  std::unique_ptr<System> (*make)();
};

const Entry systems[] = {
    {"advection", make<Advection>},
};

}  // namespace

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (const Entry& entry : systems) names.push_back(entry.name);
  return names;
}

std::unique_ptr<System> make_system(const std::string& name) {
  for (const Entry& entry : systems)
    if (name == entry.name) return entry.make();
  throw Error(Exit::bad_case, "there is no system \"" + name + "\"; " +
                                  did_you_mean(name, system_names()) +
                                  "there are: " + join(system_names()));
}

}  // namespace hermite
