/** Meters: x rearward from the front bumper, y to the vehicle's right, z up. */
export type Vec = readonly [number, number, number];
/** `fov`: the vertical angle of view, degrees. */
export type Camera = { eye: Vec; target: Vec; fov: number };

/** Floats per vertex: position 3, normal 3, rest position 3, section coordinate, part number. */
export const STRIDE = 11;
export type Mesh = { vertices: Float32Array; triangles: Uint32Array };
