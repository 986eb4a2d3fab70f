import { z } from 'zod';
import { curveSchema, readJson } from './read-table.ts';

const basis = z.enum(['anchored', 'judgement']);
const dollars = z.number().positive();
const share = z.number().min(0).max(1);
/** Hours, and how often an insurer's first estimate has the operation where it is needed. */
const asked = z.object({ hours: dollars, share, basis });
const sublet = z.object({ low: dollars, likely: dollars, high: dollars, basis });

/** Operations that come with a repair (data/fixed-lines.json): dollars and hours, checked at load. */
export const FIXED_LINES = readJson(
  'fixed-lines.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    scan: sublet.extend({ from_year: z.number() }),
    calibrate_front_radar: sublet,
    calibrate_camera: sublet,
    calibrate_blind_spot: sublet,
    alignment: sublet,
    hazardous_waste: sublet,
    cover_car: z.object({ dollars, hours: dollars, basis }),
    aim_headlamps: z.object({ hours: dollars, basis }),
    denib: asked,
    tint: asked,
    feather_prime_block: asked,
    mask_jambs: asked,
    test_fit: asked,
    corrosion_protection: asked.extend({ dollars }),
    brake_bleed: asked,
    coolant: z.object({ hours: dollars, dollars, basis }),
    flex_additive: z.object({ dollars, basis }),
    srs_disarm: z.object({ hours: dollars, basis }),
    set_up_and_measure: z.object({ hours_low: dollars, hours: dollars, hours_high: dollars, basis }),
    ac_recharge: sublet.extend({ hours: dollars }),
    hv_disable: z.object({ hours: dollars, basis }),
    restraint_reset: sublet,
    sensor_share_by_year: z.object({ basis, front: curveSchema, rear: curveSchema }),
    pdr_dollars: z.object({
      basis,
      /** Absent from older tables. */
      ground: z.string().optional(),
      sources: z.array(z.string()).optional(),
      roof_panel: dollars,
      hood: dollars,
      trunk_lid: dollars,
      liftgate: dollars,
      fender: dollars,
      quarter_panel: dollars,
      front_door_shell: dollars,
      rear_door_shell: dollars,
      roof_rail: dollars,
      other: dollars,
    }),
  }),
);
