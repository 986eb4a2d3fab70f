import type { Position, Side } from '../schemas/part.ts';
import type { PanelId } from './car-geometry.ts';

/** Panels that stand once a side; `wheel` and `structure` also ask the position. */
type Sided =
  | 'headlamp'
  | 'fender'
  | 'front_door'
  | 'rear_door'
  | 'mirror'
  | 'rocker'
  | 'quarter'
  | 'tail_lamp';
type Place =
  | Exclude<PanelId, `${string}_left` | `${string}_right`>
  | Sided
  /** By position: front or rear, both where it is not told. */
  | 'doors'
  | 'wheels'
  | 'structure'
  | 'bumpers'
  | 'glass';

/** Where each category of the vocabulary shows: the visible panel, or the panel that hides it. */
const PLACES: Record<Place, string> = {
  front_bumper:
    'front_bumper_assembly front_bumper_cover front_bumper_reinforcement front_bumper_absorber front_bumper_bracket front_bumper_grille front_bumper_molding front_valance license_plate_bracket fog_lamp_front fog_lamp_bezel drl horn',
  grille: 'grille grille_molding emblem_front header_panel active_grille_shutter',
  hood: 'hood hood_hinge hood_latch hood_strut hood_insulator hood_cable hood_seal hood_scoop',
  windshield: 'windshield windshield_molding cowl_panel wiper_motor',
  roof: 'roof_panel roof_rail roof_rack roof_molding sunroof_glass sunroof_frame antenna',
  back_glass: 'back_glass high_mount_stop_lamp',
  trunk:
    'trunk_lid liftgate trunk_hinge trunk_strut trunk_latch trunk_molding rear_spoiler emblem_rear license_lamp',
  rear_bumper:
    'rear_bumper_assembly rear_bumper_cover rear_bumper_reinforcement rear_bumper_absorber rear_bumper_bracket rear_bumper_molding rear_valance trailer_hitch',
  structure_front:
    'frame_rail_front radiator_support radiator radiator_fan radiator_hose coolant_reservoir ac_condenser intercooler transmission_cooler washer_reservoir fender_apron strut_tower subframe_front dash_panel_structure battery air_cleaner ac_compressor steering_rack tie_rod',
  underbody: 'undercover fuel_tank floor_panel exhaust_muffler',
  structure_rear: 'rear_body_panel trunk_floor frame_rail_rear subframe_rear',
  interior:
    'package_tray trunk_trim headliner airbag_driver airbag_passenger airbag_side airbag_curtain airbag_knee airbag_module clock_spring seat_belt_front seat_belt_rear instrument_panel steering_wheel steering_column seat_front seat_rear door_trim_panel',
  headlamp: 'headlamp headlamp_bracket headlamp_module headlamp_bulb headlamp_washer turn_signal_front',
  fender: 'fender fender_liner fender_flare_front fender_bracket',
  front_door: 'front_door_shell front_door_glass a_pillar door_vent_glass',
  rear_door: 'rear_door_shell rear_door_glass b_pillar',
  mirror: 'door_mirror mirror_glass mirror_cover',
  rocker: 'rocker_panel rocker_molding running_board',
  quarter: 'c_pillar body_side_panel quarter_panel quarter_glass quarter_liner fender_flare_rear fuel_door',
  tail_lamp: 'tail_lamp tail_lamp_inner backup_lamp',
  doors:
    'door_outer_panel door_hinge door_handle_outside door_handle_cover door_lock door_molding belt_molding door_weatherstrip window_regulator window_motor door_sash',
  wheels:
    'wheel wheel_cap tire tpms_sensor control_arm knuckle hub_bearing strut coil_spring stabilizer axle_shaft mud_flap',
  structure: 'wiring_harness airbag_sensor',
  bumpers:
    'bumper_crash_box tow_hook_cover reflector parking_sensor parking_sensor_bracket radar_sensor camera',
  glass: 'wiper_arm_blade',
};
const PLACE_OF = new Map(
  Object.entries(PLACES).flatMap(([place, ids]) => ids.split(' ').map((id) => [id, place as Place] as const)),
);

/**
 * The panels on which a part of the vocabulary shows, none for an unknown category. Where the side or the position
 * is not told, every panel it may be.
 */
export function panelsOf(category: string, side: Side, position: Position): PanelId[] {
  const place = PLACE_OF.get(category);
  if (place === undefined) return [];
  const sides: ('left' | 'right')[] = side === 'left' || side === 'right' ? [side] : ['left', 'right'];
  const ends: ('front' | 'rear')[] = position === 'none' ? ['front', 'rear'] : [position];
  switch (place) {
    case 'headlamp':
    case 'fender':
    case 'front_door':
    case 'rear_door':
    case 'mirror':
    case 'rocker':
    case 'quarter':
    case 'tail_lamp':
      return sides.map((which): PanelId => `${place}_${which}`);
    case 'doors':
      return ends.flatMap((end) => sides.map((which): PanelId => `${end}_door_${which}`));
    case 'wheels':
      return ends.flatMap((end) => sides.map((which): PanelId => `wheel_${end}_${which}`));
    case 'structure':
      return ends.map((end): PanelId => `structure_${end}`);
    case 'bumpers':
      return ends.map((end): PanelId => `${end}_bumper`);
    case 'glass':
      return ends.map((end): PanelId => (end === 'front' ? 'windshield' : 'back_glass'));
    default:
      return [place];
  }
}
