import { sitesOffered } from '../../contract/sites.ts';

const QUESTIONS = [
  ['How long does a report take?', 'Under 30 seconds to 5 minutes.'],
  ['What does it cost to try?', 'Nothing: the free trial needs no credit card.'],
  ['Which sites can I use?', `${sitesOffered('and')}.`],
  [
    'Why is the VIN masked?',
    'Copart and IAAI hide the last six characters from visitors. bid.cars shows the whole number, which narrows down the right parts.',
  ],
  [
    'What if the site refuses?',
    'Then the page from your own browser serves: hand it over with one click by a bookmarklet, drop the saved page on the field, or paste its text. It is read by the same reader. Or enter the vehicle by hand, with your own photos.',
  ],
] as const;

/** What people ask before they sign up. */
export function FaqSection() {
  return (
    <section id="faq" className="mx-auto max-w-3xl px-4 pt-20 sm:px-6">
      <h2 className="text-2xl font-semibold">Questions</h2>
      <div className="mt-6 divide-y divide-rule border-y border-rule">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question} className="group py-3">
            <summary className="flex min-h-8 list-none pointer-coarse:min-h-11 items-center justify-between font-medium">
              {question}
              <span aria-hidden="true" className="text-muted group-open:rotate-45">
                +
              </span>
            </summary>
            <p className="mt-2 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
