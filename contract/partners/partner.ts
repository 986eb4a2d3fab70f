import { z } from 'zod';
import { makeKeySchema } from '../schemas/vehicle.ts';
import { US_STATES } from '../us-states.ts';
import { isPlainHttps } from './partner-site.ts';
import { PARTNER_TERMS_DATED } from './partner-terms.ts';

/** `applied`: an operator has not answered; `paused`: nothing of it is shown for the time; `closed`: for good. */
export const partnerStateSchema = z.enum(['applied', 'approved', 'declined', 'paused', 'closed']);
export type PartnerState = z.infer<typeof partnerStateSchema>;

/** What a partner pays: a share of each sale's net in percent, or US dollars for each lead. */
export const commissionTermsSchema = z.discriminatedUnion('model', [
  z.strictObject({
    model: z.literal('per_sale'),
    rate_percent: z
      .number()
      .min(0.01, 'At least 0.01%.')
      .max(100, 'At most 100%.')
      .multipleOf(0.01, 'At most two decimals.'),
  }),
  z.strictObject({
    model: z.literal('per_lead'),
    per_lead: z
      .number()
      .min(0.01, 'At least $0.01.')
      .max(1_000, 'At most $1,000.')
      .multipleOf(0.01, 'At most two decimals.'),
  }),
]);
export type CommissionTerms = z.infer<typeof commissionTermsSchema>;

const stateCodeSchema = z
  .string()
  .refine((code) => Object.hasOwn(US_STATES, code), 'Please choose US states by their two letters.');

/** What a retailer says about itself and may change later. */
export const partnerProfileSchema = z.strictObject({
  company: z.string().trim().min(1, 'Please enter the company.').max(120, 'At most 120 characters.'),
  contact_name: z.string().trim().min(1, 'Please enter a contact.').max(120, 'At most 120 characters.'),
  phone: z.string().trim().max(40, 'At most 40 characters.').nullable(),
  website: z
    .url({ protocol: /^https$/, error: 'Please enter an https address.' })
    .max(300)
    .refine(isPlainHttps, 'Enter the address without a port and a user name.')
    .nullable(),
  /** US states it ships to. */
  states: z.array(stateCodeSchema).min(1, 'Please choose at least one state.').max(51),
  makes: z.array(makeKeySchema).min(1, 'Please choose at least one make.').max(19),
});
export type PartnerProfile = z.infer<typeof partnerProfileSchema>;

/** A retailer of the network as it sees itself, and as operators do. */
export const partnerSchema = partnerProfileSchema.extend({
  partner_id: z.string(),
  state: partnerStateSchema,
  /** What it wrote about itself when it applied. */
  about: z.string(),
  /** Null once erased. */
  email: z.string().nullable(),
  contact_name: z.string().nullable(),
  /** The website that links of its stock may lead to: the one its profile had when an operator approved it. */
  approved_website: z.string().nullable(),
  commission: commissionTermsSchema.nullable(),
  /** US dollars owed to LotLens; negative: it has paid more. */
  balance: z.number(),
  terms_dated: z.string(),
  /** ISO 8601. */
  terms_accepted_at: z.string(),
  applied_at: z.string(),
  decided_at: z.string().nullable(),
  decision_note: z.string().nullable(),
});
export type Partner = z.infer<typeof partnerSchema>;

/** What a retailer sends on `/for-retailers`. Signed in, the address is the account's own. */
export const applicationSchema = partnerProfileSchema.extend({
  email: z.email('Please enter an email address.').max(254),
  about: z.string().trim().max(2_000, 'At most 2,000 characters.'),
  /** The version of the partner terms that was read and agreed to. */
  terms_dated: z.literal(PARTNER_TERMS_DATED, 'Please read and accept the partner terms as they stand now.'),
});
export type Application = z.infer<typeof applicationSchema>;

/** What an operator decides. With `approved` the commission is set; later it may be set anew. */
export const partnerDecisionSchema = z
  .strictObject({
    state: z.enum(['approved', 'declined', 'paused', 'closed']),
    commission: commissionTermsSchema.nullable(),
    /**
     * The website that links of its stock may lead to, as its profile has it now. Left out, the one approved before stays; if none
     * was, the profile's is approved.
     */
    website: z.string().max(300).nullable().optional(),
    /** To the retailer, who reads it in a mail. */
    note: z.string().trim().max(1_000, 'At most 1,000 characters.').nullable(),
  })
  .refine(({ state, commission }) => state === 'approved' || commission === null, {
    path: ['commission'],
    message: 'The commission is set with an approval.',
  })
  .refine(({ state, website }) => state === 'approved' || website === undefined, {
    path: ['website'],
    message: 'The website is approved with an approval.',
  });
export type PartnerDecision = z.infer<typeof partnerDecisionSchema>;

/** `cursor`: `next_cursor` of the page before. */
export const partnerListQuerySchema = z.strictObject({
  state: partnerStateSchema.optional(),
  cursor: z.string().max(200).optional(),
});
export const partnerListSchema = z.object({
  partners: z.array(partnerSchema),
  next_cursor: z.string().nullable(),
});
