import type { BodyClass } from '../schemas/vehicle.ts';

/**
 * Lengths along the car (y of the diagram: nose 75, tail 446) and heights above ground in the side view.
 * `base` and `top` of the windshield, `roofEnd`, `glassEnd` of the back glass; `door`, `pillar`, `rear` the edges
 * of the doors. Drawn by eye, not measured.
 */
export type Body = {
  tail: 'deck' | 'gate' | 'bed';
  base: number;
  top: number;
  roofEnd: number;
  glassEnd: number;
  door: number;
  pillar: number;
  rear: number | null;
  hoodH: number;
  cowlH: number;
  roofH: number;
  tailH: number;
  wheels: readonly [number, number];
  radius: number;
};

/** The pattern of all others. */
const sedan: Body = {
  tail: 'deck',
  base: 170,
  top: 222,
  roofEnd: 310,
  glassEnd: 354,
  door: 184,
  pillar: 264,
  rear: 340,
  hoodH: 58,
  cowlH: 71,
  roofH: 106,
  tailH: 76,
  wheels: [142, 368],
  radius: 24.5,
};
const suv: Body = {
  ...sedan,
  tail: 'gate',
  base: 160,
  top: 206,
  roofEnd: 396,
  glassEnd: 424,
  door: 176,
  pillar: 254,
  rear: 334,
  hoodH: 65,
  cowlH: 77,
  roofH: 112,
  tailH: 74,
  wheels: [139, 366],
  radius: 26.5,
};
export const BODIES: Record<BodyClass, Body> = {
  sedan,
  coupe: { ...sedan, base: 174, top: 228, roofEnd: 304, glassEnd: 360, pillar: 288, rear: null, roofH: 101 },
  convertible: {
    ...sedan,
    base: 172,
    top: 216,
    roofEnd: 300,
    glassEnd: 328,
    pillar: 286,
    rear: null,
    roofH: 100,
  },
  hatchback: {
    ...suv,
    base: 164,
    top: 214,
    roofEnd: 372,
    glassEnd: 416,
    door: 178,
    hoodH: 60,
    cowlH: 72,
    roofH: 107,
    radius: 25,
  },
  wagon: {
    ...suv,
    base: 168,
    top: 220,
    roofEnd: 392,
    glassEnd: 424,
    door: 182,
    pillar: 262,
    rear: 340,
    hoodH: 58,
    cowlH: 71,
    roofH: 105,
    radius: 25,
  },
  suv,
  // Tall in front, with a short cab before a long bed.
  pickup: {
    ...suv,
    tail: 'bed',
    base: 158,
    top: 198,
    roofEnd: 268,
    glassEnd: 282,
    door: 171,
    pillar: 224,
    rear: 282,
    hoodH: 76,
    cowlH: 85,
    roofH: 116,
    tailH: 79,
    wheels: [137, 374],
    radius: 28,
  },
  // A short nose and a straight roof to an upright gate.
  van: {
    ...suv,
    base: 124,
    top: 178,
    roofEnd: 412,
    glassEnd: 428,
    door: 154,
    pillar: 232,
    rear: 330,
    hoodH: 68,
    cowlH: 82,
    roofH: 116,
    tailH: 78,
    wheels: [131, 374],
  },
};
