// Keys that a case sets and nobody would read: those of another solver, or of another system of fdtd.
#include <algorithm>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

namespace {

enum class Reader { fdtd, maxwell, elastic };  // the solver fdtd with any system, or with this one

template <class T>
bool differs(const T& value, const T& fresh) {
  return value != fresh;
}
// A default of one entry stands for as many as there are.
template <class T>
bool differs(const std::vector<T>& values, const std::vector<T>& fresh) {
  if (fresh.empty()) return !values.empty();
  return std::any_of(values.begin(), values.end(), [&](const T& v) { return v != fresh.front(); });
}

// refuse(reader, path, value, value of a case that does not set it) for each such key.
template <class Refuse>
void each_key_of_fdtd(const Case& c, const Refuse& refuse) {
  const Case fresh;
  const Reader fdtd = Reader::fdtd, maxwell = Reader::maxwell, elastic = Reader::elastic;
  for (std::size_t axis = 0; axis < 3; ++axis)
    refuse(maxwell, std::string("grid.") + "xyz"[axis], c.grid.segments[axis],
           fresh.grid.segments[axis]);
  refuse(maxwell, "anisotropy.permittivity", c.anisotropy.permittivity,
         fresh.anisotropy.permittivity);
  refuse(maxwell, "anisotropy.permeability", c.anisotropy.permeability,
         fresh.anisotropy.permeability);
  refuse(maxwell, "conductivity.electric", c.conductivity.electric, fresh.conductivity.electric);
  refuse(maxwell, "conductivity.magnetic", c.conductivity.magnetic, fresh.conductivity.magnetic);
  refuse(fdtd, "voxels.path", c.voxels.path, fresh.voxels.path);

  const Case::Objects &o = c.objects, &none = fresh.objects;
  refuse(fdtd, "objects.lower", o.lower, none.lower);
  refuse(fdtd, "objects.upper", o.upper, none.upper);
  refuse(maxwell, "objects.kind", o.kind, none.kind);
  refuse(maxwell, "objects.permittivity", o.permittivity, none.permittivity);
  refuse(maxwell, "objects.permeability", o.permeability, none.permeability);
  refuse(maxwell, "objects.conductivity", o.conductivity, none.conductivity);
  refuse(maxwell, "objects.magnetic_conductivity", o.magnetic_conductivity,
         none.magnetic_conductivity);
  refuse(elastic, "objects.density", o.density, none.density);
  refuse(elastic, "objects.p_speed", o.p_speed, none.p_speed);
  refuse(elastic, "objects.s_speed", o.s_speed, none.s_speed);
  refuse(elastic, "layers.begin", c.layers.begin, fresh.layers.begin);
  refuse(elastic, "layers.averages", c.layers.averages, fresh.layers.averages);
  refuse(elastic, "free_surface.operators", c.free_surface.operators, fresh.free_surface.operators);

  refuse(fdtd, "cpml.lower", c.cpml.lower, fresh.cpml.lower);
  refuse(fdtd, "cpml.upper", c.cpml.upper, fresh.cpml.upper);
  refuse(maxwell, "cpml.kernels", c.kernel.cpml, fresh.kernel.cpml);
  refuse(maxwell, "kernel.coefficients", c.kernel.coefficients, fresh.kernel.coefficients);

  const Case::Sources &s = c.sources, &silent = fresh.sources;
  refuse(fdtd, "sources.points", s.points, silent.points);
  refuse(elastic, "sources.moment", s.moment, silent.moment);
  refuse(elastic, "sources.strike", s.strike, silent.strike);
  refuse(elastic, "sources.dip", s.dip, silent.dip);
  refuse(elastic, "sources.rake", s.rake, silent.rake);
  refuse(elastic, "sources.axes", s.axes, silent.axes);
  refuse(maxwell, "incident.direction", c.incident.direction, fresh.incident.direction);

  refuse(maxwell, "spectra.frequencies", c.spectra.frequencies, fresh.spectra.frequencies);
  refuse(maxwell, "far_field.frequencies", c.far_field.frequencies, fresh.far_field.frequencies);
}

}  // namespace

void refuse_unread_keys(const Case& c, const Source& source) {
  const bool by_fdtd = c.solver == "fdtd";
  each_key_of_fdtd(
      c, [&](Reader reader, const std::string& path, const auto& value, const auto& fresh) {
        if (!differs(value, fresh)) return;
        if (!by_fdtd)
          throw CaseError(source.place(path), path,
                          "is read by the solver fdtd only; the solver is \"" + c.solver + "\"");
        if (reader == Reader::fdtd) return;
        const std::string system = reader == Reader::maxwell ? "maxwell" : "elastic";
        if (c.system != system)
          throw CaseError(
              source.place(path), path,
              "is read with the system " + system + " only; the system is \"" + c.system + "\"");
      });
}

}  // namespace hermite
