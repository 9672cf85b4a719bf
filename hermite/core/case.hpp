// A case: what is solved, on which grid, how, and for how long. Read from a JSON file and from
// options that replace values of it; every key is declared once, in case.cpp.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hermite/core/order.hpp"
#include "hermite/core/problem.hpp"

namespace hermite {

class Keys;
struct Source;

/// Number q of Taylor stages of a half step: as many as there are nonzero terms, the least that is
/// stable at the Courant number, or a given number.
struct Stages {
  enum class Kind { full, automatic, number };
  Kind kind = Kind::full;
  int number = 0;

  bool read(const std::string& text);  // false: not "full", "auto" or a whole number from 1
  std::string text() const;
};

struct Case {
  std::string description;  // its author's words; nothing depends on them
  std::string solver = "hermite";
  std::string system;
  int dimension = 0;
  std::string precision = "double";  // or single

  struct Grid {
    std::vector<int> cells;
    std::vector<double> lower = {0}, upper = {1};
    std::vector<std::string> boundary = {"periodic"};
    // Of graded axes, [cells, first side, last side] each; none: all sides are equal.
    std::array<std::vector<std::vector<double>>, 3> segments;
  } grid;

  struct Method {
    int order = 2;
    double courant = 0.8;
    Stages stages;
  } method;

  struct Kernel {
    std::string pipeline = "auto";  // or one of pipelines.hpp
    std::string variant = "auto";   // or literal, march, registers, matrix, tile
    bool truncate = true;
    int cells_per_block = 0, rows_per_block = 0, planes_per_block = 0;  // 0: chosen
    int slab = 0;  // two-kernel: planes of coefficients held at a time, 0: the whole grid
    int steps_per_sweep = 1;  // full-step, and fdtd of Maxwell's equations: or 2
    int min_blocks = 0;  // on a multiprocessor that registers suffice for, 0: as the kernel says
    std::string layout = "x1-innermost";  // or node-major
    std::string rows = "auto";            // or lines, tight
    std::string coefficients = "auto";    // or indices, constant, arrays
    std::string cpml = "auto";            // or fused, regions, faces, faces-naive: cpml.kernels
    std::string incident = "auto";        // or surface, edges: incident.kernels
  } kernel;

  struct Time {
    double final = 0;
    long steps = 0;  // 0: as few as method.courant allows
  } time;

  Initial initial;  // its path is absolute once the case is read

  // What the solver fdtd has beside all that (case_fdtd.cpp, case_sources.cpp). Lists of
  // objects and sources have one entry each, or one for all.
  struct Anisotropy {  // along x, y, z, over the material's
    std::vector<double> permittivity = {1}, permeability = {1};
  } anisotropy;

  struct Conductivity {
    std::vector<double> electric = {0}, magnetic = {0};
  } conductivity;

  struct VoxelFile {
    std::string path;               // absolute once the case is read; empty: none
    std::string spacing = "equal";  // or cells
  } voxels;

  struct Objects {
    std::vector<std::vector<double>> lower, upper;
    std::vector<std::string> shape = {"box"};    // or ellipsoid, cylinder-x, -y, -z
    std::vector<std::string> kind = {"medium"};  // or pec
    // One number each, or three of x, y and z; none: the material's.
    std::vector<std::vector<double>> permittivity, permeability;
    std::vector<std::vector<double>> conductivity = {{0}}, magnetic_conductivity = {{0}};
    std::vector<double> density, p_speed, s_speed;  // elastic; empty: the material's
  } objects;

  // Elastic media: layers, how they are averaged at points between nodes, and the free surface.
  struct Layers {
    std::vector<double> begin;  // along the last axis, ascending
    std::vector<double> density, p_speed, s_speed;
    std::string averages = "harmonic";  // or arithmetic
  } layers;

  struct FreeSurface {
    std::string operators = "auto";  // afda or imaging
  } free_surface;

  struct Cpml {
    std::vector<int> lower = {0}, upper = {0};  // cells at the lower and upper face, 0: none
    double order = 3, alpha_order = 1;
    double sigma_max = 1;   // of the optimal one
    double reflection = 0;  // sets sigma_max where it is not 0
    double kappa_max = 1, alpha_max = 0;
    std::optional<double> vacuum_permittivity;  // none: as the material's size says
  } cpml;

  struct Sources {
    std::vector<std::vector<double>> points;
    std::vector<std::string> fields = {"Ez"};
    std::vector<std::string> kind = {"soft"};
    std::vector<std::string> waveform = {"gaussian"};
    std::vector<double> amplitude = {1}, delay = {0};
    std::vector<double> width, frequency;
    std::vector<std::string> table;  // files, absolute once the case is read
    // Elastic: moments per amplitude, or a double couple's angles in degrees.
    std::vector<std::vector<double>> moment;
    std::vector<double> strike = {0}, dip = {90}, rake = {0};
    std::string axes = "north-east-down";  // or east-north-up
  } sources;

  struct Incident {
    std::string direction = "none";  // or +x, -x, ...
    std::string polarization = "Ez";
    std::vector<double> lower, upper;
    std::string waveform = "gaussian";
    double amplitude = 1, delay = 0, width = 0, frequency = 0;
    double theta = 0, phi = 0, psi = 0;  // degrees
  } incident;

  struct Exact {
    std::string kind = "initial";  // or none
  } exact;

  // What is recorded on the way; none of it changes the solution.
  struct Receivers {
    std::vector<std::vector<double>> points;
    std::vector<std::string> fields;  // empty: all
    long every = 1;                   // steps
    bool sac = false;                 // files of SAC too
  } receivers;

  struct Snapshots {
    long every = 0;  // steps, 0: never
    std::vector<std::string> fields;
    std::array<std::vector<double>, 3> planes;  // places along each axis; none: whole domains
    int points_per_cell = 2;
    bool derivatives = false;
    std::string on_failure = "stop";  // or continue
  } snapshots;

  struct Norms {
    long every = 0;
  } norms;

  // Running Fourier transforms, which the solver fdtd carries along.
  struct Spectra {
    std::vector<double> frequencies;   // empty: none
    std::vector<std::string> fields;   // empty: all
    std::vector<double> lower, upper;  // empty: the domain
    long every = 1;
    double begin = 0;
  } spectra;

  struct FarField {
    std::vector<double> frequencies;   // empty: none
    std::vector<double> lower, upper;  // of the closed box
    std::vector<double> theta, phi;    // degrees; empty: 0 to 180 by 5, 0 and 90
    long every = 1;
    double begin = 0;
  } far_field;

  struct Checkpoint {
    long every = 0;
    std::string on_failure = "stop";
  } checkpoint;

  std::string file;      // where it was read from
  std::string resolved;  // all keys with their values, those of the material too, as JSON text
};

/// One value that replaces that of the file.
struct Override {
  std::string path;              // grid.cells
  std::string value;             // JSON, else a bare string
  std::string option = "--set";  // named in messages
};

/// Numbers as a person may write them and JSON does not: .5, 1. and +1 become 0.5, 1.0 and 1.
std::string with_json_numbers(const std::string& text);

/// "grid.cells=16" -> Override. Throws UsageError where there is no path or no "=".
Override parse_override(const std::string& text);

/// The systems there are, and how each declares its material keys: called once, after the key
/// `system` is read and inside the section `material`, so the caller makes its system there:
///   table.declare_material = [&](const std::string& name, Keys& keys) {
///     system = make_system(name);
///     system->declare_material(keys);
///   };
/// The variables bound there must outlive the call of read_case.
struct SystemTable {
  std::vector<std::string> names;
  std::function<void(const std::string& name, Keys&)> declare_material;
};

/// Reads, checks and completes a case: every per-axis list has one entry per direction.
Case read_case(const std::string& file, const std::vector<Override>& overrides,
               const SystemTable& systems);

/// Declares the keys of the equations, the domain and the medium; then those of initial and exact.
void declare_problem(Case& c, Keys& keys, const std::vector<std::string>& systems);
void declare_data(Case& c, Keys& keys);
/// Declares the keys of the sections method, kernel and time.
void declare_method(Case& c, Keys& keys);
/// Declares the keys of the sections receivers, snapshots, norms, spectra, far_field and checkpoint.
void declare_observers(Case& c, Keys& keys);

/// Declares the keys of the section grid that grade its axes.
void declare_grading(Case& c, Keys& keys);
/// And that of the section kernel which only fdtd reads.
void declare_coefficients(Case& c, Keys& keys);
/// Declares the keys of the sections sources and incident.
void declare_sources(Case& c, Keys& keys);
/// Declares the keys of the sections that only fdtd reads, those too.
void declare_fdtd(Case& c, Keys& keys);
/// Throws CaseError where a case sets a key that its run does not read; what is let pass is reset.
void refuse_unread_keys(Keys& keys, const Source& source);
/// The keys and sections that its rules name: of one that does not exist none would be refused.
std::vector<std::string> names_in_rules_of_unread_keys();

/// Whether two cases that differ in this section alone have the same solution.
bool is_observation(const std::string& section);

/// Markdown tables of all keys, with one material table per system.
std::string case_documentation(const SystemTable& systems);
/// The JSON schema of a case, as text.
std::string case_schema(const SystemTable& systems);

}  // namespace hermite
