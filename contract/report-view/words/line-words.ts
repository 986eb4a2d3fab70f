import type { EstimateLine, OemNumber } from '../../schemas/estimate.ts';

export const OPERATIONS: Record<EstimateLine['operation'], string> = {
  replace: 'Replace',
  repair: 'Repair',
  r_and_i: 'Remove and install',
  refinish: 'Refinish',
  blend: 'Blend',
  sublet: 'Sublet',
  section: 'Section',
  align: 'Align',
  pdr: 'Paintless dent repair',
  scan: 'Scan',
  calibrate: 'Calibrate',
  inspect: 'Inspect',
  clean: 'Clean',
  allowance: 'Allowance',
};

export const BASES: Record<EstimateLine['basis'], string> = {
  photos: 'seen',
  declared: 'from the declared damage',
  both: 'seen and declared',
  hidden: 'probably hidden',
  standard: 'standard operation',
  user: 'added by hand',
};

/** Title and explanation of each block of a report of schema_version 1, whose every line counts by its chance. */
export const EARLIER_BLOCKS = {
  seen: ['Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  declared: [
    'Probable damage (from listing)',
    'Photos not reviewed: these follow from the declared damage, each with its probability.',
  ],
  likely_hidden: [
    'Possible hidden damage',
    'What usually lies behind the damage. A line counts in the total by its probability.',
  ],
  standard: ['Standard operations', 'Work that comes with the lines above, each as likely as they are.'],
  user: ['Added by the user', 'Not found by LotLens: entered by whoever edited this report.'],
} as const satisfies Record<EstimateLine['block'], readonly [title: string, note: string]>;

/** The title of a block, written or of schema_version 1. */
export const blockTitle = (block: EstimateLine['block'], written: boolean): string =>
  written && block === 'likely_hidden' ? 'Probable hidden damage' : EARLIER_BLOCKS[block][0];

/** Areas of the car, as estimates head them. */
export const AREA_TITLES: Record<EstimateLine['section'], string> = {
  front_bumper: 'Front bumper and grille',
  front_lamps: 'Front lamps',
  hood: 'Hood',
  fenders: 'Fenders',
  cooling: 'Cooling',
  front_structure: 'Front structure',
  engine: 'Engine',
  glass: 'Glass',
  cowl: 'Cowl',
  front_doors: 'Front doors',
  rear_doors: 'Rear doors',
  rocker_pillars: 'Rockers and pillars',
  roof: 'Roof',
  quarter: 'Quarter panels',
  rear_lamps: 'Rear lamps',
  rear_body: 'Rear body',
  rear_bumper: 'Rear bumper',
  wheels: 'Wheels',
  suspension: 'Suspension and steering',
  underbody: 'Underbody',
  restraints: 'Restraints',
  interior: 'Interior',
  electrical: 'Electrical',
  standard: 'Standard operations',
};

/** How sure it is that a number fits. */
export const FITS: Record<OemNumber['fit'], string> = {
  exact_vin: 'fits this VIN',
  model_year: 'fits model and year',
  needs_option: 'depends on an option',
  unknown: 'fit not known',
};
export const fitText = (number: OemNumber): string => FITS[number.fit];
