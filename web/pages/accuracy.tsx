import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { MEASURE_YOURSELF, MEASURED, NOT_MEASURED } from '../marketing/accuracy.ts';
import { usePageTitle } from '../ui/use-page-title.ts';

const Command = ({ text }: { text: string }) => (
  <code className="figures rounded bg-sunken px-1.5 py-0.5 text-sm wrap-anywhere">{text}</code>
);

/** What was measured, by which command, on what; and what was not. */
export function AccuracyPage() {
  usePageTitle('Accuracy · LotLens');
  return (
    <MarketingFrame>
      <article className="mx-auto max-w-4xl px-4 pt-14 sm:px-6 sm:pt-20">
        <h1 className="text-4xl leading-[1.1] font-semibold">Accuracy</h1>
        <p className="mt-5 max-w-2xl text-lg text-muted">
          The accuracy of the repair cost on real repairs has not been measured, and none is claimed. Below is
          what was measured, and how to measure the rest.
        </p>
        <section className="mt-14">
          <h2 className="text-2xl font-semibold">Measured</h2>
          <ul className="mt-6 grid gap-8">
            {MEASURED.map(({ what, on, result, command }) => (
              <li key={what} className="border-t-2 border-ink pt-4">
                <h3 className="font-semibold">{what}</h3>
                <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
                  <dt className="text-muted">Result</dt>
                  <dd className="figures">{result}</dd>
                  <dt className="text-muted">On</dt>
                  <dd>{on}</dd>
                  <dt className="text-muted">Command</dt>
                  <dd>
                    <Command text={command} />
                  </dd>
                </dl>
              </li>
            ))}
          </ul>
        </section>
        <section className="mt-14">
          <h2 className="text-2xl font-semibold">Not measured</h2>
          <dl className="mt-6 grid gap-8 sm:grid-cols-2">
            {NOT_MEASURED.map(([title, text]) => (
              <div key={title} className="border-t border-rule pt-4">
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-2 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="mt-14">
          <h2 className="text-2xl font-semibold">Measure it on your own lots</h2>
          <dl className="mt-6 grid gap-8 sm:grid-cols-2">
            {MEASURE_YOURSELF.map(([title, command, text]) => (
              <div key={title} className="border-t border-rule pt-4">
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-2 text-muted">
                  <Command text={command} />
                  <p className="mt-2">{text}</p>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </article>
    </MarketingFrame>
  );
}
