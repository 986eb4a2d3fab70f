import type { EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import type { Fit, SupplierLink } from '../../../contract/schemas/part.ts';

/** Operations as US estimates abbreviate them, with the word the legend gives. */
export const OPERATIONS: Record<EstimateLine['operation'], readonly [short: string, word: string]> = {
  replace: ['Repl', 'replace'],
  repair: ['Rpr', 'repair'],
  r_and_i: ['R&I', 'remove and install'],
  refinish: ['Refn', 'refinish'],
  blend: ['Blnd', 'blend'],
  sublet: ['Subl', 'sublet'],
  section: ['Sect', 'section'],
  align: ['Algn', 'align'],
  pdr: ['PDR', 'paintless dent repair'],
  scan: ['Scan', 'scan'],
  calibrate: ['Cal', 'calibrate'],
  inspect: ['Insp', 'inspect'],
  clean: ['Cln', 'clean'],
  allowance: ['Alw', 'allowance'],
};

export const PART_TYPES: Record<EstimateLine['part_type'], string> = {
  oem: 'OEM',
  aftermarket: 'Aftermarket',
  recycled: 'Recycled',
  reconditioned: 'Reconditioned',
  none: '',
};

export const FITS: Record<Fit, string> = {
  exact_vin: 'fits this VIN',
  model_year: 'fits model and year',
  needs_option: 'depends on an option',
  unknown: 'fit not known',
};

export const SECTION_TITLES: Record<EstimateLine['section'], string> = {
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

/** Title and explanation of each block; a block not named here is shown under its own name. */
export const BLOCKS: Record<string, readonly [title: string, note: string]> = {
  seen: ['Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  declared: [
    'Damaged parts, as declared',
    'Nobody has looked at these: they follow from the declared damage, each with its probability.',
  ],
  likely_hidden: [
    'Likely hidden',
    'What usually lies behind the damage. A line counts in the total by its probability.',
  ],
  standard: ['Standard operations', 'Work that comes with the lines above, each as likely as they are.'],
  user: ['Added by the user', 'Not found by LotLens: entered by whoever edited this report.'],
};

/** The same where only what is written stands in blocks. */
export const SCOPE_BLOCKS: typeof BLOCKS = {
  seen: ['Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  declared: [
    'Probable damage (from listing)',
    'Not seen damaged on a photo: it follows from the declared damage and is more likely needed than not.',
  ],
  likely_hidden: [
    'Probable hidden damage',
    'What usually lies behind the damage; more likely needed than not, confirmed at teardown.',
  ],
  standard: ['Standard operations', 'Work that the lines above call for.'],
  user: ['Added by the user', 'Not found by LotLens: entered by whoever edited this report.'],
};

/** Marks behind a price or hours: where the figure comes from. Catalogue figures carry none; `*` is the trade's for changed. */
export const BASIS_MARKS = { judgement: '‡', anchored: '†', user: '*', catalogue: '' } as const;

/** Letters behind hours as US estimates write them; body labour carries none. */
export const LABOUR_LETTERS: Record<LabourType, readonly [letter: string, word: string]> = {
  body: ['', 'body'],
  refinish: ['p', 'paint'],
  mechanical: ['m', 'mechanical'],
  structural: ['s', 'structural'],
  frame: ['f', 'frame'],
  glass: ['g', 'glass'],
  diagnostic: ['d', 'diagnostic'],
};

/** What a supplier mostly sells. */
export const SUPPLIER_KINDS: Record<SupplierLink['kind'], string> = {
  oem: 'new original',
  aftermarket: 'aftermarket',
  used: 'used',
  marketplace: 'all kinds',
};

export const RUN_WORDS = {
  runs_and_drives: 'Runs and drives',
  starts: 'Starts',
  stationary: 'Stationary',
} as const;
export const AIRBAG_WORDS = {
  deployed: 'Deployed',
  intact: 'Intact',
  none: 'None fitted',
  missing: 'Missing',
} as const;
export const KEY_WORDS = { yes: 'Yes', no: 'No' } as const;
export const ORIGIN_MARKS = {
  fetched: null,
  sample: null,
  own_page: 'Lot read from a page its user supplied, not fetched from the auction',
  entered: 'Lot entered by hand, not read from an auction',
} as const;
