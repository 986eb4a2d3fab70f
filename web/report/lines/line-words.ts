import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';

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
  hidden: 'likely hidden',
  standard: 'standard operation',
  user: 'added by you',
};

/** Blocks of written lines, where they are named otherwise than in reports of schema_version 1. */
export const WRITTEN_BLOCKS = {
  declared: 'Probable damage (from listing)',
  likely_hidden: 'Probable hidden damage',
};

const FITS: Record<OemNumber['fit'], string> = {
  exact_vin: 'fits this VIN',
  model_year: 'fits model and year',
  needs_option: 'depends on an option',
  unknown: 'fit not known',
};
export const fitText = (number: OemNumber): string => FITS[number.fit];
