import { z } from 'zod';
import { MAIL_SETTINGS, type MailSetting } from '../../contract/schemas/account.ts';
import { letterHtml, type Paragraph } from './letter-html.ts';

/** Every mail, once: one text with its facts gives subject, plain text and HTML. */

const person = { first_name: z.string() };
const report = {
  ...person,
  vehicle: z.string(),
  report_link: z.url(),
  unsubscribe_link: z.url(),
  /** Takes a bare POST (RFC 8058). */
  one_click_link: z.url(),
};
const asked = {
  company: z.string(),
  vehicle: z.string(),
  ship_to: z.string(),
  parts: z.string(),
  until: z.string(),
};
const order = {
  ...asked,
  name: z.string(),
  voucher: z.string(),
  total: z.string(),
  /** Part by part. */
  lines: z.string(),
  buyer: z.string(),
  seller: z.string(),
  link: z.url(),
};
export const mailParameterSchemas = {
  verify_email: z.object({ ...person, link: z.url() }),
  account_exists: z.object({ ...person, login_link: z.url(), reset_link: z.url() }),
  reset_password: z.object({ ...person, link: z.url() }),
  password_changed: z.object({ ...person, reset_link: z.url() }),
  session_reused: z.object({ ...person, reset_link: z.url() }),
  webhook_failing: z.object({ ...person, host: z.string(), reports_link: z.url() }),
  report_ready: z.object({ ...report, repair: z.string(), examined: z.string() }),
  report_failed: z.object({ ...report, reason: z.string(), reports_left: z.string() }),
  report_shared: z.object(report),
  lot_changed: z.object({ ...report, changes: z.string() }),
  sale_soon: z.object({ ...report, when: z.string(), figures: z.string() }),
  /** All lots that were put on the board at once. */
  batch_ready: z.object({
    ...person,
    sum: z.string(),
    lots: z.array(z.object({ name: z.string(), words: z.string(), link: z.url() })),
    board_link: z.url(),
    unsubscribe_link: report.unsubscribe_link,
    one_click_link: report.one_click_link,
  }),
  quota_asked: z.object({
    email: z.string(),
    name: z.string(),
    reports: z.string(),
    reason: z.string(),
    left: z.string(),
  }),
  partner_applied: z.object({
    company: z.string(),
    contact_name: z.string(),
    email: z.string(),
    about: z.string(),
    partners_page: z.url(),
  }),
  partner_decided: z.object({
    company: z.string(),
    contact_name: z.string(),
    decision: z.string(),
    commission: z.string(),
    note: z.string(),
    partners_page: z.url(),
  }),
  partner_website: z.object({
    company: z.string(),
    website: z.string(),
    approved_website: z.string(),
    partners_page: z.url(),
  }),
  quote_asked: z.object({ ...asked, contact_name: z.string(), quote_link: z.url() }),
  quote_reminder: z.object({ ...asked, contact_name: z.string(), quote_link: z.url() }),
  quote_closed: z.object({ ...asked, contact_name: z.string(), quote_link: z.url() }),
  quote_answered: z.object({
    ...asked,
    name: z.string(),
    total: z.string(),
    valid_until: z.string(),
    report_link: z.url(),
  }),
  quote_expired: z.object({ ...asked, name: z.string(), answers: z.string(), report_link: z.url() }),
  quote_accepted: z.object(order),
  quote_order: z.object(order),
  quota_granted: z.object({ ...person, reports: z.string(), left: z.string(), reports_page: z.url() }),
} as const;
export type MailTemplate = keyof typeof mailParameterSchemas;
export const isMailTemplate = (name: string): name is MailTemplate =>
  Object.hasOwn(mailParameterSchemas, name);
/** Mails about reports: each kind can be switched off. */
export const isReportMail = (template: MailTemplate): template is MailSetting =>
  MAIL_SETTINGS.some((setting) => setting === template);
/** Mails about the quota: to the operator that someone asks for more, to a user that they were given more. */
const QUOTA_MAILS = ['quota_asked', 'quota_granted'] as const satisfies readonly MailTemplate[];
type QuotaMail = (typeof QUOTA_MAILS)[number];
export const isQuotaMail = (template: MailTemplate): template is QuotaMail =>
  QUOTA_MAILS.some((mail) => mail === template);
/** Emails about the partner network: to the operator about applications and new websites, to a retailer about decisions. */
const PARTNER_MAILS = [
  'partner_applied',
  'partner_decided',
  'partner_website',
] as const satisfies readonly MailTemplate[];
type PartnerMail = (typeof PARTNER_MAILS)[number];
export const isPartnerMail = (template: MailTemplate): template is PartnerMail =>
  PARTNER_MAILS.some((mail) => mail === template);
/** Mails about requests for quotes, to partners and to whoever asked. */
const QUOTE_MAILS = [
  'quote_asked',
  'quote_reminder',
  'quote_closed',
  'quote_answered',
  'quote_expired',
  'quote_accepted',
  'quote_order',
] as const satisfies readonly MailTemplate[];
type QuoteMail = (typeof QUOTE_MAILS)[number];
export const isQuoteMail = (template: MailTemplate): template is QuoteMail =>
  QUOTE_MAILS.some((mail) => mail === template);
export type AccountMail = Exclude<
  MailTemplate,
  MailSetting | 'batch_ready' | QuotaMail | PartnerMail | QuoteMail
>;
export type MailParameters<T extends MailTemplate> = z.infer<(typeof mailParameterSchemas)[T]>;

/** `the 2019 Honda Accord`; a car without a name is `your vehicle` already. */
const the = (vehicle: string): string => (vehicle.startsWith('your ') ? vehicle : `the ${vehicle}`);
type Letter = { subject: string; paragraphs: Paragraph[] };
/** `unsubscribe`: where mail programs post to stop such mails. */
export type RenderedMail = { subject: string; text: string; html: string; unsubscribe?: string };

const letters: { [T in MailTemplate]: (facts: MailParameters<T>) => Letter } = {
  verify_email: ({ first_name, link }) => ({
    subject: 'Confirm your email address for LotLens',
    paragraphs: [
      `Hi ${first_name},`,
      'Confirm your email address. The link works once, for 24 hours.',
      { label: 'Confirm my email address', link, look: 'button' },
      'Didn’t sign up? You can ignore this email.',
    ],
  }),
  account_exists: ({ first_name, login_link, reset_link }) => ({
    subject: 'You already have a LotLens account',
    paragraphs: [
      `Hi ${first_name},`,
      'Someone just tried to sign up for LotLens with this address. It already has an account.',
      { label: 'Sign in', link: login_link, look: 'button' },
      { label: 'Reset my password', link: reset_link },
      'Wasn’t it you? You can ignore this email. Nothing changed.',
    ],
  }),
  reset_password: ({ first_name, link }) => ({
    subject: 'Reset your LotLens password',
    paragraphs: [
      `Hi ${first_name},`,
      'Choose a new password with this link. It works once, for 30 minutes.',
      { label: 'Choose a new password', link, look: 'button' },
      'Didn’t request it? You can ignore this email. Your password stays the same.',
    ],
  }),
  password_changed: ({ first_name, reset_link }) => ({
    subject: 'Your LotLens password was changed',
    paragraphs: [
      `Hi ${first_name},`,
      'Your password was just changed. All other sessions were signed out.',
      'Wasn’t it you? Choose a new password now:',
      { label: 'Reset my password', link: reset_link, look: 'button' },
    ],
  }),
  session_reused: ({ first_name, reset_link }) => ({
    subject: 'A LotLens session was ended for safety',
    paragraphs: [
      `Hi ${first_name},`,
      'An old sign-in token of yours was used again, which can mean it was copied. We ended that session everywhere.',
      'If you don’t recognize a sign-in, choose a new password:',
      { label: 'Reset my password', link: reset_link, look: 'button' },
    ],
  }),
  webhook_failing: ({ first_name, host, reports_link }) => ({
    subject: `Webhook turned off: ${host}`,
    paragraphs: [
      `Hi ${first_name},`,
      `We turned off your webhook at ${host}. None of our deliveries arrived.`,
      'Its log is under Account Settings, Webhooks. Turn it on again there and replay what it missed.',
      { label: 'Open LotLens', link: reports_link, look: 'button' },
    ],
  }),
  report_ready: ({ first_name, vehicle, repair, examined, report_link, unsubscribe_link }) => ({
    subject: `Report ready: ${vehicle}`,
    paragraphs: [
      `Hi ${first_name},`,
      `Your report on ${the(vehicle)} is ready.`,
      `Likely repair cost: ${repair}. ${examined}`,
      { label: 'Open the report', link: report_link, look: 'button' },
      { label: 'Stop emails about reports that are ready', link: unsubscribe_link, look: 'small' },
    ],
  }),
  report_failed: ({ first_name, vehicle, reason, reports_left, report_link, unsubscribe_link }) => ({
    subject: `Report failed, not charged: ${vehicle}`,
    paragraphs: [
      `Hi ${first_name},`,
      `Your report on ${the(vehicle)} failed, so we didn’t charge it.`,
      reason,
      `Reports left: ${reports_left}.`,
      { label: 'See what was found or try again', link: report_link, look: 'button' },
      { label: 'Stop emails about reports that failed', link: unsubscribe_link, look: 'small' },
    ],
  }),
  report_shared: ({ first_name, vehicle, report_link, unsubscribe_link }) => ({
    subject: `Link made to your report: ${vehicle}`,
    paragraphs: [
      `Hi ${first_name},`,
      `A link to your report on ${the(vehicle)} was just created. Anyone with the link can view the report until you stop sharing it.`,
      { label: 'Open the report', link: report_link, look: 'button' },
      { label: 'Stop emails about links to reports', link: unsubscribe_link, look: 'small' },
    ],
  }),
  lot_changed: ({ first_name, vehicle, changes, report_link, unsubscribe_link }) => ({
    subject: `Lot changed: ${vehicle}`,
    paragraphs: [
      `Hi ${first_name},`,
      `The listing for ${the(vehicle)} changed.`,
      changes,
      'Your report stays the same.',
      { label: 'Open the report', link: report_link, look: 'button' },
      { label: 'Stop emails about lots that changed', link: unsubscribe_link, look: 'small' },
    ],
  }),
  sale_soon: ({ first_name, vehicle, when, figures, report_link, unsubscribe_link }) => ({
    subject: `Sale soon: ${vehicle}`,
    paragraphs: [
      `Hi ${first_name},`,
      `A lot on your board is up for sale ${when}: ${vehicle}.`,
      figures,
      'Check the lot’s page before you bid: its date or price may have changed since it was read.',
      { label: 'Open the report', link: report_link, look: 'button' },
      { label: 'Stop emails before a sale', link: unsubscribe_link, look: 'small' },
    ],
  }),
  batch_ready: ({ first_name, sum, lots, board_link, unsubscribe_link }) => ({
    subject: sum,
    paragraphs: [
      `Hi ${first_name},`,
      `${sum}.`,
      ...lots.flatMap(({ name, words, link }): Paragraph[] => [{ label: name, link, look: 'title' }, words]),
      { label: 'Open the board', link: board_link, look: 'button' },
      { label: 'Stop these emails', link: unsubscribe_link, look: 'small' },
    ],
  }),
  quota_asked: ({ email, name, reports, reason, left }) => ({
    subject: `${email} requests ${reports} more LotLens reports`,
    paragraphs: [
      `${name} (${email}) requested ${reports} more reports (${left} left):`,
      reason,
      'Grant any number. We email the user:',
      `npm run admin -- grant ${email} ${reports}`,
    ],
  }),
  partner_applied: ({ company, contact_name, email, about, partners_page }) => ({
    subject: `${company} asks to join the LotLens partner network`,
    paragraphs: [
      `${contact_name} of ${company} (${email}) applied on the page for retailers.`,
      about === '' ? 'Nothing more was written.' : about,
      { label: 'Decide on the application', link: partners_page, look: 'button' },
    ],
  }),
  partner_decided: ({ company, contact_name, decision, commission, note, partners_page }) => ({
    subject: `LotLens partner network: ${company}`,
    paragraphs: [
      `Hi ${contact_name},`,
      decision,
      ...(commission === '' ? [] : [`Your commission: ${commission}.`]),
      ...(note === '' ? [] : [note]),
      'Your partner page opens with the account of this address: sign in, or sign up with it.',
      { label: 'Open your partner page', link: partners_page, look: 'button' },
    ],
  }),
  partner_website: ({ company, website, approved_website, partners_page }) => ({
    subject: `${company} has a new website`,
    paragraphs: [
      `${company} changed its website to ${website}. You approved ${approved_website}.`,
      'Links of its stock lead to the approved website only. Check the new one and approve it.',
      { label: 'Open the partner', link: partners_page, look: 'button' },
    ],
  }),
  quote_asked: ({ contact_name, vehicle, ship_to, parts, until, quote_link }) => ({
    subject: `A LotLens user asks for a quote: ${vehicle}`,
    paragraphs: [
      `Hi ${contact_name},`,
      `A LotLens user needs ${parts} for a ${vehicle}, shipped to ${ship_to}. Quote by ${until}. No account needed.`,
      { label: 'See the parts and quote', link: quote_link, look: 'button' },
      'If your quote is accepted, you get the buyer’s contact details and a voucher. Anyone with this link can answer for you.',
    ],
  }),
  quote_reminder: ({ contact_name, vehicle, ship_to, parts, until, quote_link }) => ({
    subject: `Still waiting for your quote: ${vehicle}`,
    paragraphs: [
      `Hi ${contact_name},`,
      `We are still waiting for your quote on ${parts} for a ${vehicle}, shipped to ${ship_to}. You can answer until ${until}. This is the only reminder.`,
      { label: 'Quote or decline', link: quote_link, look: 'button' },
    ],
  }),
  quote_closed: ({ contact_name, vehicle, parts, quote_link }) => ({
    subject: `Your quote is no longer needed: ${vehicle}`,
    paragraphs: [
      `Hi ${contact_name},`,
      `The request for ${parts} for a ${vehicle} has ended: another quote was chosen, or it was withdrawn.`,
      { label: 'See the request', link: quote_link, look: 'button' },
    ],
  }),
  quote_answered: ({ name, company, vehicle, total, valid_until, report_link }) => ({
    subject: `${company} quotes ${total}: ${vehicle}`,
    paragraphs: [
      `Hi ${name},`,
      `${company} quotes ${total} with shipping for your ${vehicle}. The quote holds until ${valid_until}.`,
      { label: 'Compare and accept', link: report_link, look: 'button' },
      'LotLens earns a commission from partners.',
    ],
  }),
  quote_expired: ({ name, vehicle, answers, report_link }) => ({
    subject: `Your request for quotes has ended: ${vehicle}`,
    paragraphs: [
      `Hi ${name},`,
      answers === '0'
        ? `No partner quoted for your ${vehicle} in time.`
        : `The time to accept a quote for your ${vehicle} is over. Partners that quoted: ${answers}.`,
      { label: 'Ask again', link: report_link, look: 'button' },
    ],
  }),
  quote_accepted: ({ name, vehicle, ship_to, voucher, total, lines, buyer, link }) => ({
    subject: `Your quote was accepted: ${vehicle}, voucher ${voucher}`,
    paragraphs: [
      `Hi ${name},`,
      `Your ${total} quote for a ${vehicle} was accepted. The buyer will order from you with voucher ${voucher}.`,
      `Parts: ${lines}.`,
      `Ship to: ${ship_to}. Buyer: ${buyer}.`,
      'Please report the sale with this voucher, through your system or as a list, so it shows on your statement.',
      { label: 'Open the order note', link, look: 'button' },
    ],
  }),
  quote_order: ({ name, company, vehicle, voucher, total, lines, seller, link }) => ({
    subject: `Order note: ${vehicle}, ${company}, voucher ${voucher}`,
    paragraphs: [
      `Hi ${name},`,
      `You accepted ${company}’s quote of ${total} for your ${vehicle}. This is not an order yet: order from them and quote voucher ${voucher}.`,
      `Parts: ${lines}.`,
      `Seller: ${seller}.`,
      { label: 'Open the report', link, look: 'button' },
      'LotLens earns a commission from partners.',
    ],
  }),
  quota_granted: ({ first_name, reports, left, reports_page }) => ({
    subject: `We added ${reports} to your account`,
    paragraphs: [
      `Hi ${first_name},`,
      `${reports} were added to your account. Reports left: ${left}.`,
      { label: 'Go to your reports', link: reports_page, look: 'button' },
    ],
  }),
};

/** Control characters out: a name or what a listing says must never start a header or a new paragraph. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Renders a stored mail; throws ZodError when its parameters do not fit the template. */
export function renderMail(template: MailTemplate, parameters: unknown): RenderedMail {
  const facts = mailParameterSchemas[template].parse(parameters);
  const letter = (letters[template] as (facts: unknown) => Letter)(
    JSON.parse(JSON.stringify(facts), (_, value: unknown) =>
      typeof value === 'string' ? oneLine(value) : value,
    ),
  );
  const text = letter.paragraphs
    .map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`))
    .join('\n\n');
  const html = letterHtml(letter.subject, letter.paragraphs);
  return {
    subject: letter.subject,
    ...('one_click_link' in facts ? { unsubscribe: facts.one_click_link } : {}),
    text: `${text}\n\nLotLens\n`,
    html,
  };
}
