import type { EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import type { SupplierLink } from '../../../contract/schemas/part.ts';

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
