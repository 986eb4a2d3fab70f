import { SAMPLE_STATEMENT } from '../../../contract/partners/sample-statement.ts';

const { company, month, counts, lines, note } = SAMPLE_STATEMENT;
/** A made-up month as partners get one, line by line. */
export const SampleStatement = () => (
  <figure className="mt-4 rounded-xl border border-rule bg-sheet p-4 sm:p-6">
    <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span className="font-semibold">
        {company}, {month}
      </span>
      <span className="rounded bg-warn-soft px-2 py-0.5 text-sm font-medium">Sample, made-up figures</span>
    </figcaption>
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      {counts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
    <ol
      aria-label="Lines of the sample statement"
      className="mt-4 divide-y divide-rule border-y border-rule text-sm"
    >
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
          <span>
            {line.id}. {line.what}, {line.day}
          </span>
          <span className="figures text-right">{line.commission}</span>
          <span className="text-muted wrap-anywhere">
            {line.reference}, told by {line.told_by}
          </span>
          <span className="figures text-right text-muted">
            {line.rate} of {line.net}
          </span>
        </li>
      ))}
    </ol>
    <p className="mt-3 text-sm text-muted">{note}</p>
  </figure>
);
