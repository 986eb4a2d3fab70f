import type { EstimateLine, LabourType } from '../../contract/schemas/estimate.ts';

/**
 * Codes of EMS for what our lines say. Reconditioned parts are PAR; PAC is read differently by different systems and never
 * written. A part of a panel is replaced "partly" (OP12); what else is billed is an additional cost or operation (OP13, OP14):
 * these three are our judgement, and their lines say so (`JUDGED_OPERATIONS`).
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

/** Operations that go under their code by our judgement: their lines are marked so. */
export const JUDGED_OPERATIONS: ReadonlySet<EstimateLine['operation']> = new Set([
  'section',
  'allowance',
  'clean',
]);

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

/** What a code of an operation means among ours; others are none of ours. OP20 and OP21 take a part off for the work. */
export const OPERATIONS_BY_CODE: ReadonlyMap<string, EstimateLine['operation']> = new Map([
  ['OP2', 'r_and_i'],
  ['OP20', 'r_and_i'],
  ['OP4', 'align'],
  ['OP6', 'refinish'],
  ['OP7', 'inspect'],
  ['OP8', 'inspect'],
  ['OP9', 'repair'],
  ['OP10', 'repair'],
  ['OP21', 'repair'],
  ['OP11', 'replace'],
  ['OP12', 'section'],
  ['OP15', 'blend'],
  ['OP16', 'sublet'],
  ['OP26', 'pdr'],
]);

/** Parts that are bought; certified aftermarket parts and glass have codes of their own. PAE is the part on the car. */
export const PARTS_BY_CODE: ReadonlyMap<
  string,
  'oem' | 'aftermarket' | 'recycled' | 'reconditioned' | 'other'
> = new Map([
  ['PAN', 'oem'],
  ['PAA', 'aftermarket'],
  ['PAC', 'aftermarket'],
  ['PAL', 'recycled'],
  ['PAR', 'reconditioned'],
  ['PAM', 'reconditioned'],
  ['PAG', 'other'],
  ['PAO', 'other'],
]);

export const LABOUR_BY_CODE: ReadonlyMap<string, LabourType> = new Map(
  Object.entries(LABOUR_CODES).map(([type, code]) => [code, type as LabourType]),
);

/** Letters of the systems in envelopes and document heads. */
export const SYSTEMS_BY_CODE: ReadonlyMap<string, 'ccc' | 'mitchell' | 'audatex'> = new Map([
  ['C', 'ccc'],
  ['M', 'mitchell'],
  ['A', 'audatex'],
]);
