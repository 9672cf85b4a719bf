#pragma once
// Differences across a free surface that lies on the nodes of the normal stresses, z into the medium, in
// units of h. Nothing above the surface is read; beyond the places below the interior's difference serves.
//
//   imaging  (Levander 1988; Graves 1996) stresses continue as odd functions about the surface,
//            where they are 0, which keeps their 4th order; velocities have no image and are of 2nd order there
//   afda     (Kristek, Moczo and Archuleta 2002) one-sided differences of 4th order
//
//   shear_0, shear_1   of sigma_xz, which is 0 at the surface, at z = 0 and 1; from z = 1/2, 3/2, ...
//   normal_half        of sigma_zz at 1/2; from 0, 1, 2, ...
//   velocity_half      of v_x at 1/2; from 0, 1, 2, ...
//   velocity_1         of v_z at 1; from 1/2, 3/2, ...; and `slope` times its derivative at 0, which the
//                      boundary condition gives (across_free_surface)
// Freestanding.

namespace hermite {

constexpr int surface_width = 5;

struct SurfaceDifferences {
  double shear_0[surface_width], shear_1[surface_width], normal_half[surface_width],
      velocity_half[surface_width], velocity_1[surface_width];
  double slope;
};

constexpr SurfaceDifferences stress_imaging = {{9.0 / 4, -1.0 / 12, 0, 0, 0},
                                               {-7.0 / 6, 9.0 / 8, -1.0 / 24, 0, 0},
                                               {-25.0 / 24, 13.0 / 12, -1.0 / 24, 0, 0},
                                               {-1, 1, 0, 0, 0},
                                               {-1, 1, 0, 0, 0},
                                               0};

constexpr SurfaceDifferences afda = {{35.0 / 8, -35.0 / 24, 21.0 / 40, -5.0 / 56, 0},
                                     {-31.0 / 24, 29.0 / 24, -3.0 / 40, 1.0 / 168, 0},
                                     {-11.0 / 12, 17.0 / 24, 3.0 / 8, -5.0 / 24, 1.0 / 24},
                                     {-11.0 / 12, 17.0 / 24, 3.0 / 8, -5.0 / 24, 1.0 / 24},
                                     {-577.0 / 528, 201.0 / 176, -9.0 / 176, 1.0 / 528, 0},
                                     -1.0 / 22};

}  // namespace hermite
