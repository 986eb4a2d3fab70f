import { usDollarsAndCents } from '../report-view/figures.ts';
import { SUPPORTED_MAKES } from '../vehicles/makes.ts';
import type { CommissionTerms, PartnerState } from './partner.ts';

/** `8% of the net of each sale`. */
export const commissionWords = (terms: CommissionTerms): string =>
  terms.model === 'per_sale'
    ? `${terms.rate_percent}% of the net of each sale`
    : `${usDollarsAndCents(terms.per_lead)} for each lead`;

const OUTCOMES: Record<PartnerState, string> = {
  applied: 'your application has arrived.',
  approved: 'you are a partner of LotLens now.',
  declined: 'we cannot take you into the partner network now.',
  paused: 'your offers are not shown for the time being.',
  closed: 'your partnership has ended. What was entered until now stays on your statements.',
};
/** What was decided, as the end of a sentence that greets. */
export const decisionWords = (state: PartnerState): string => OUTCOMES[state];

/** A make by its key, as people write it. */
export const makeWords = (key: string): string =>
  Object.hasOwn(SUPPORTED_MAKES, key) ? SUPPORTED_MAKES[key as keyof typeof SUPPORTED_MAKES] : key;

/** The state of a partner, as operators read it. */
export const PARTNER_STATE_WORDS: Record<PartnerState, string> = {
  applied: 'Applied',
  approved: 'Approved',
  declined: 'Declined',
  paused: 'Paused',
  closed: 'Closed',
};
