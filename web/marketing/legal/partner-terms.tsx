import { ATTRIBUTION_DAYS, PARTNER_TERMS_DATED } from '../../../contract/partners/partner-terms.ts';
import { LegalPage, type LegalText } from './legal-page.tsx';

/** `November 25, 2026` of `2026-11-25`, wherever its reader is. */
const dayWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What both sides of the partner network agree to; an application names their day. */
const PARTNER_TERMS: LegalText = {
  title: 'Partner Terms',
  dated: `As of ${dayWords(PARTNER_TERMS_DATED)}.`,
  intro:
    'These terms apply between LotLens and a retailer of its partner network, beside the terms of service. Whoever applies accepts them as they stand on that day.',
  sections: [
    {
      title: 'Joining',
      paragraphs: [
        'You apply with your company, a contact, the makes you sell parts for and the states you ship to. We look at each application, answer by mail, and may decline. Your partner page opens with the LotLens account whose confirmed address you applied with.',
      ],
    },
    {
      title: 'What you pay',
      paragraphs: [
        'You pay a commission only: either a share of the net price of each sale, without tax and shipping, or a sum for each lead. It is agreed with you before anything of yours is shown. There is no listing fee and no subscription.',
        'A new rate is told to you by mail and holds for what is entered from then on. All sums are in US dollars.',
      ],
    },
    {
      title: 'What counts',
      paragraphs: [
        'A lead is a click on an offer of yours, or a request for a quote that was sent to you. Each lead has a number of its own, which your link carries as “ref”. Your own clicks, floods of clicks, further clicks on the same part of the same report, and further requests from it, do not count and cost nothing.',
        'A request for a quote comes by mail with a link of its own. Anyone with the link can answer for you, without an account. Once your quote is accepted you get the buyer’s contact details and a voucher; the buyer orders from you.',
        `A sale goes back to a lead by that number, or by the voucher the buyer names, where it was ordered within ${ATTRIBUTION_DAYS} days after the lead. Each order counts once.`,
      ],
    },
    {
      title: 'Sales and returns',
      paragraphs: [
        'You tell us each sale that a lead of ours brought, and each return: by a signed message of your system, or as a list. Of your order numbers we keep a fingerprint alone. What is returned lowers the commission by its share.',
      ],
    },
    {
      title: 'Statements',
      paragraphs: [
        'A month, counted in UTC, gets its statement once it is over. What it says is never changed: a return or a correction is a line of its own in a later month. You can dispute a line; both sides’ notes stay with it.',
      ],
    },
    {
      title: 'Your stock',
      paragraphs: [
        'Send only parts that you may sell and can deliver, with the price a buyer pays in US dollars, their condition and whether they are in stock. The number must be the car maker’s own, or one that your part stands in for. We leave out rows we cannot take and tell you why, and keep your last good feed where a new one cannot be read.',
        'Wherever your offers stand they are labeled as partner offers for which LotLens earns a commission, and sorted by their total price. No commission moves an offer up.',
      ],
    },
    {
      title: 'What you see of our users',
      paragraphs: [
        'Of a lead you see its day, make, part number and number, and whether it counts; of your stock, how often its numbers stood in reports. You never see whose report it was. Of a request for a quote you see what its sender agreed to share, and their contact once they accept your quote. Use it for that sale alone.',
      ],
    },
    {
      title: 'What we keep of you',
      paragraphs: [
        'Your application, with your company, contact, address, phone and website, and when you accepted these terms; your stock and where it is read from; and leads, quotes, sales, statements and disputes. A declined application is deleted after a year.',
        'If you delete your account, your partnership ends: your contact, stock and address are deleted, your company’s name and what is on its statements stay.',
      ],
      more: { to: '/privacy-policy', label: 'Privacy policy' },
    },
    {
      title: 'Ending',
      paragraphs: [
        'You may leave at any time: write to us, or delete your account. We may pause or end a partnership, and tell you why. What was entered before stays due.',
      ],
    },
    {
      title: 'Changes of these terms',
      paragraphs: [
        'We give at least 30 days’ notice of changes of these terms. If you stay a partner after that, the new terms apply; otherwise you may leave.',
      ],
      more: { to: '/terms-of-service', label: 'Terms of service' },
    },
  ],
};

export const PartnerTermsPage = () => <LegalPage text={PARTNER_TERMS} />;
