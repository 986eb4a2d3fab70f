import { AppError } from '../errors.ts';

const REASONS = {
  unknown_format:
    'This is neither an EMS set nor a BMS file. Send the set as a zip, its files together, or one XML file.',
  no_envelope:
    'The EMS set has no envelope (.env), or it is empty. Export it again and send all of its files.',
  no_lines: 'The EMS set has no lines (.lin), or they are empty. Export it again and send all of its files.',
  damaged: 'A file of this estimate is damaged or cut off. Export it again.',
  several: 'These files are of several estimates. Please send one at a time.',
  too_large: 'This estimate is larger than any estimating system writes one.',
  declarations: 'This XML file declares its own entities or document type, which BMS files never do.',
  not_bms: 'This XML file is no BMS estimate.',
  empty: 'This estimate has no lines.',
  own_prefill: 'This is a pre-fill of LotLens: it tells nothing that LotLens does not know.',
  no_vin: 'This estimate has no full VIN, so its part numbers can’t be tied to a car.',
  no_numbers: 'This estimate has no OEM number of a make that LotLens knows the numbers of.',
} as const;
export type UnreadableReason = keyof typeof REASONS;

/** Why an estimate can not be read or kept, with what to do about it. */
export const unreadableEstimate = (reason: UnreadableReason, cause?: unknown): AppError =>
  new AppError('validation_error', REASONS[reason], { details: { field: 'files', reason }, cause });
