import { useSiteInfo } from '../../api/site-info.ts';
import { LegalPage, type LegalText } from './legal-page.tsx';

const TERMS = {
  title: 'Terms of Service',
  dated: 'Effective 25 June 2025. Last updated 25 June 2025.',
  intro: 'These terms apply between you and LotLens whenever you use this service.',
  sections: [
    {
      title: 'The service',
      paragraphs: [
        'LotLens reads auction listings that you name and makes reports of likely damage, parts, part numbers and repair costs. It is a tool for professionals. A report is an estimate from the sources it names; it is no inspection, no appraisal and no promise of what a repair will cost.',
        'Check a vehicle and its part numbers yourself before you bid, buy, order or repair.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'Give correct details, keep your password to yourself and tell us when you think someone else uses your account. You are responsible for what happens through it.',
        'A new account has a free trial with no credit card. Each finished report counts against your quota; a failed one does not.',
      ],
    },
    {
      title: 'Fair use',
      paragraphs: [
        'Do not break the law with the service, disturb it, get around its limits, resell it without our consent, or submit pages and photos you may not use. You remain responsible for respecting the terms of the auction sites you use.',
      ],
    },
    {
      title: 'Content',
      paragraphs: [
        'Listings, photos, names and marks belong to their owners. Your reports are yours to use in your business. The service itself remains ours.',
      ],
    },
    {
      title: 'Partners',
      paragraphs: [
        'Retailer partners pay a commission only. Links that may earn us a commission are marked as such.',
      ],
      more: { to: '/partner-terms', label: 'Terms for retailers' },
    },
    {
      title: 'Warranty and liability',
      paragraphs: [
        'The service is provided as it is. As far as the law allows, we give no warranty for the correctness of a report and are not liable for indirect damage, lost profit or decisions made on an estimate. Nothing here limits liability that cannot be limited by law.',
      ],
    },
    {
      title: 'Ending',
      paragraphs: [
        'You can delete your account at any time. We may suspend an account that breaks these terms, and tell you why.',
      ],
    },
    {
      title: 'Changes of these terms',
      paragraphs: [
        'We give at least 30 days’ notice of changes of these terms. If you go on using the service after that, the new terms apply; otherwise you can delete your account.',
      ],
    },
    {
      title: 'Law',
      paragraphs: ['These terms are governed by the law of the State of Delaware, United States of America.'],
    },
  ],
  later: {
    title: 'Additions',
    dated: 'Announced 23 November 2026, effective 23 December 2026.',
    intro:
      'These terms also apply to the browser extension, access keys, licensed lot data, and reports beyond the free trial.',
    sections: [
      {
        title: 'The extension and access keys',
        paragraphs: [
          'Hand over only pages that you may see and use; the terms of the auction site bind you there, with the extension as without it. It acts when you press it, and passes no check of a site for you.',
          'A connected extension starts reports on your quota, one by one or by putting lots on your board, and you are responsible for what is done with it. Disconnect it in Account Settings when its device is lost or no longer yours.',
          'The same holds for a program that you gave an access key: keep the key to yourself, and revoke it when it may be known to others.',
        ],
      },
      {
        title: 'Licensed lot data',
        paragraphs: [
          'Data of a licensed service belongs to that service or its sources, and may be incomplete or late. Use it within your reports; do not collect it or pass it on by itself. We may stop using such a service at any time.',
        ],
      },
    ],
  },
} as const satisfies LegalText;

/** By what this installation sells. */
const beyondTrial = (afterTrial: string) => ({
  title: 'Reports beyond the free trial',
  paragraphs: [
    afterTrial,
    'Where you pay online, reports are added when the payment service confirms the payment. A refund takes back its reports that were not used. A monthly plan goes on until you cancel it; reports already added stay.',
  ],
});

export function TermsPage() {
  const { after_trial } = useSiteInfo();
  const { later } = TERMS;
  const sections = after_trial === null ? later.sections : [...later.sections, beyondTrial(after_trial)];
  return <LegalPage text={{ ...TERMS, later: { ...later, sections } }} />;
}
