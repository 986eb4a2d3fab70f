/** The version of the partner terms (`/partner-terms`) that is agreed to today: its day. */
export const PARTNER_TERMS_DATED = '2026-11-26';

/** A sale may be ordered so many days after the lead it is attributed to. Judgement; the partner terms say it. */
export const ATTRIBUTION_DAYS = 30;
