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

const FITS: Record<OemNumber['fit'], string> = {
  exact_vin: 'fits this VIN',
  model_year: 'fits model and year',
  needs_option: 'depends on an option',
  unknown: 'fit not known',
};
export const fitText = (number: OemNumber): string => FITS[number.fit];
