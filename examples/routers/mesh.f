// A mesh router, and its package: the order of files does not count.
mesh_router.sv
mesh_pkg.sv
--top mesh_router
