import { AppError } from '../../errors.ts';

const REASONS = {
  no_store: 'LotLens reads the parts pages of oempartsonline.com’s dealers, and this is none of them.',
  no_part: 'This is not the page of a single part. Open the part itself, and hand over that page.',
  does_not_fit: 'This page says that the part does not fit, so it was not kept.',
  no_vin: 'This page does not say for which car it was opened. Enter the VIN.',
  wrong_vin: 'This VIN is not right: check its 17 letters and digits.',
  no_number: 'LotLens does not know this number as one of the make of this VIN, so it was not kept.',
} as const;
export type UnkeepableReason = keyof typeof REASONS;

/** Why a dealer's page can not be kept, with what to do about it. */
export const unkeepablePage = (reason: UnkeepableReason): AppError =>
  new AppError('validation_error', REASONS[reason], {
    details: { field: reason === 'no_vin' || reason === 'wrong_vin' ? 'vin' : 'page', reason },
  });
