import type { EstimateLine, LabourType } from '../../contract/schemas/estimate.ts';

/**
 * Codes of EMS for what our lines say. Reconditioned parts are PAR; PAC is read differently by different systems and never
 * written. A part of a panel is replaced "partly" (OP12); what else is billed is an additional cost or operation.
 */
export const OPERATION_CODES: Readonly<Record<EstimateLine['operation'], string>> = {
  replace: 'OP11',
  repair: 'OP9',
  r_and_i: 'OP2',
  refinish: 'OP6',
  blend: 'OP15',
  sublet: 'OP16',
  section: 'OP12',
  align: 'OP4',
  pdr: 'OP26',
  scan: 'OP0',
  calibrate: 'OP16',
  inspect: 'OP7',
  clean: 'OP14',
  allowance: 'OP13',
};

export const PART_CODES: Readonly<Record<Exclude<EstimateLine['part_type'], 'none'>, string>> = {
  oem: 'PAN',
  aftermarket: 'PAA',
  recycled: 'PAL',
  reconditioned: 'PAR',
};

export const LABOUR_CODES: Readonly<Record<LabourType, string>> = {
  body: 'LAB',
  refinish: 'LAR',
  mechanical: 'LAM',
  structural: 'LAS',
  frame: 'LAF',
  glass: 'LAG',
  diagnostic: 'LAD',
};

/** Operations whose fixed amount somebody else bills; any other amount is an additional cost. */
export const SUBLET_OPERATIONS: ReadonlySet<EstimateLine['operation']> = new Set([
  'sublet',
  'scan',
  'calibrate',
  'align',
  'pdr',
  'inspect',
]);
