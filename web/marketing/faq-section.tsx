import { sitesOffered } from '../../contract/sites.ts';
import { useSiteInfo } from '../api/site-info.ts';

const QUESTIONS = [
  ['How long does a report take?', 'Under 30 seconds to 5 minutes.'],
  ['Which sites can I use?', `${sitesOffered('and')}.`],
  [
    'Why is the VIN masked?',
    'Copart and IAAI hide the last six characters from visitors. bid.cars shows it whole.',
  ],
  [
    'What if the site refuses?',
    'Import the lot page from your own browser: by a bookmarklet, as a saved page, or as pasted text. Or enter the vehicle by hand, with your own photos.',
  ],
] as const;

/** What people ask before they sign up. */
export function FaqSection() {
  const { after_trial } = useSiteInfo();
  return (
    <section id="faq" className="mx-auto max-w-3xl px-4 pt-20 sm:px-6">
      <h2 className="text-2xl font-semibold">Questions</h2>
      <div className="mt-6 divide-y divide-rule border-y border-rule">
        {[...QUESTIONS, ['What comes after the trial?', after_trial ?? '…'] as const].map(
          ([question, answer]) => (
            <details key={question} className="group py-3">
              <summary className="flex min-h-8 list-none pointer-coarse:min-h-11 items-center justify-between font-medium">
                {question}
                <span aria-hidden="true" className="text-muted group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="mt-2 text-muted">{answer}</p>
            </details>
          ),
        )}
      </div>
    </section>
  );
}
