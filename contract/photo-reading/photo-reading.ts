import { z } from 'zod';

const photo = z.number().int().positive();

/**
 * What was read off a photo without a damage model, and how it stands beside the listing. A claim of the photo: it corrects
 * nothing, and nothing is calculated from it.
 */
export const photoReadingSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('vin'),
    /** `barcode`: a label's, exact characters. `print`: read twice by the text reader. */
    by: z.enum(['barcode', 'print']),
    photo,
    /** 17 characters whose check digit holds. */
    vin: z.string().length(17),
    /** `same_as_far`: as far as the listing shows its own; `none`: it shows none. */
    listing: z.enum(['same', 'same_as_far', 'other', 'none']),
  }),
  z.object({
    of: z.literal('odometer'),
    photo,
    value: z.number().int().positive(),
    /** Null: the display shows none. */
    unit: z.enum(['mi', 'km']).nullable(),
    /** `unit`: the same figure in the other unit; `none`: the listing tells none. */
    listing: z.enum(['same', 'unit', 'lower', 'higher', 'none']),
  }),
]);
export type PhotoReading = z.infer<typeof photoReadingSchema>;
export type VinReading = Extract<PhotoReading, { of: 'vin' }>;
export type OdometerReading = Extract<PhotoReading, { of: 'odometer' }>;

/**
 * What became of reading text off the photos: the add-on for it may be absent; `failed`: it could not be used; `later`: it goes on
 * after the report is ready, for a version of its own.
 */
export const photoTextSchema = z.enum(['read', 'absent', 'failed', 'later']);
export type PhotoText = z.infer<typeof photoTextSchema>;
