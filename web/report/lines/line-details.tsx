import type { ReactNode } from 'react';
import { affiliateRedirectPath } from '../../../contract/affiliate-redirect.ts';
import { numberSide, whyNoNumber } from '../../../contract/report-view/number-side.ts';
import { sourceDate } from '../../../contract/report-view/source-date.ts';
import { switchedWords } from '../../../contract/report-view/words/choices.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { dollarsAndCents, hours } from '../../ui/money.ts';
import { ChooseNumber } from '../editing/choose-number.tsx';
import { LineEditButtons } from '../editing/line-edit-buttons.tsx';
import { useOwnReport } from '../editing/line-editing.tsx';
import { Figure } from '../provenance/figure.tsx';
import { fitText } from './line-words.ts';
import { PartAnswers } from './part-answers.tsx';

type Props = { line: EstimateLine; vehicle: Vehicle };

/** Why a line is there, what its figure is made of, the variants of its number, and where to buy. */
export function LineDetails({ line, vehicle }: Props) {
  const { labour, refinish, part_price: price, sublet } = line;
  const switched = switchedWords(line);
  return (
    <div className="mt-1 mb-2 grid gap-4 rounded-md border border-rule bg-sheet p-4 text-sm">
      <p>{whyOf(line).replace(/\.$/, '')}.</p>
      {price || labour || refinish || sublet ? (
        <dl className="figures grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[9rem_1fr]">
          {price ? (
            <Row label="Part price">
              <Figure of={`part:${line.id}`}>{dollarsAndCents(price.likely)}</Figure> ({price.source}
              {price.basis === 'catalogue' ? `, ${sourceDate(price.dated, String)}` : ''})
              {price.converted
                ? `; ${price.converted.amount} ${price.converted.currency} at ${price.converted.rate} of ${price.converted.rate_date}${price.converted.rate_source ? ` (${price.converted.rate_source})` : ''}`
                : ''}
            </Row>
          ) : null}
          {labour ? (
            <Row label={`Labor, ${labour.type}`}>
              <Figure
                of={`labour:${line.id}`}
              >{`${hours(labour.hours.likely)} at ${dollarsAndCents(labour.rate)} (${hours(labour.hours.low)} to ${hours(labour.hours.high)})`}</Figure>
            </Row>
          ) : null}
          {refinish ? (
            <Row label="Refinish">
              <Figure
                of={`refinish:${line.id}`}
              >{`${hours(refinish.hours)} at ${dollarsAndCents(refinish.rate)}, materials ${dollarsAndCents(refinish.materials_rate)} per hour; clear coat ${hours(refinish.clear_coat_hours)}`}</Figure>
            </Row>
          ) : null}
          {sublet ? (
            <Row label="Sublet">
              <Figure of={`sublet:${line.id}`}>{dollarsAndCents(sublet.likely)}</Figure> ({sublet.source})
            </Row>
          ) : null}
        </dl>
      ) : null}
      {switched === null ? null : <p className="text-muted">{switched}</p>}
      <Variants line={line} />
      <Suppliers line={line} vehicle={vehicle} />
      <PartAnswers line={line} />
      <LineEditButtons line={line} />
    </div>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);

function Variants({ line }: { line: EstimateLine }) {
  const { oem_numbers: numbers, narrowed = [] } = line;
  const missing = whyNoNumber(line);
  const { ruled_out: out = [], other_pieces: pieces = [] } = line;
  if (numbers.length === 0 && pieces.length === 0) return missing ? <p>OEM number: {missing}.</p> : null;
  return (
    <div>
      {numbers.length === 0 ? (
        <p>OEM number: {missing}.</p>
      ) : (
        <p className="font-medium">{numbers.length === 1 ? 'OEM number' : 'OEM numbers, and what decides'}</p>
      )}
      {narrowed.map(({ because }) => (
        <p key={because} className="text-muted">
          {because}
        </p>
      ))}
      <NumberList line={line} numbers={numbers} />
      {out.length > 0 ? (
        <details className="mt-1.5">
          <summary className="min-h-6 text-signal">
            {out.length} ruled out {out.length === 1 ? 'number' : 'numbers'}
          </summary>
          <NumberList line={line} numbers={out} />
        </details>
      ) : null}
      {pieces.length > 0 ? (
        <details className="mt-1.5">
          <summary className="min-h-6 text-signal">
            {numbers.length > 0 ? 'Belongs with it' : 'Listed'}: {pieces.length} smaller{' '}
            {pieces.length === 1 ? 'piece' : 'pieces'}
          </summary>
          <NumberList line={line} numbers={pieces} choosable={false} />
        </details>
      ) : null}
    </div>
  );
}

type ListProps = {
  line: EstimateLine;
  numbers: readonly OemNumber[];
  /** Smaller pieces are no versions of the part: none of them is its number. */
  choosable?: boolean;
};

const NumberList = ({ line, numbers, choosable = true }: ListProps) => (
  <ul className="mt-1 grid gap-1.5">
    {numbers.map((number) => (
      <li key={number.number} className="grid gap-x-4 sm:grid-cols-[8.5rem_1fr]">
        <span className="figures font-medium whitespace-nowrap">
          <Figure of={`oem:${number.number}|${line.id}`}>{number.number}</Figure>
        </span>
        <span className="min-w-0">
          {number.name}
          {line.side === 'unknown' && numberSide(number) ? ` (${numberSide(number)})` : ''}
          <span className="text-muted">
            {' '}
            · {fitText(number)}
            {number.decides ? `: ${number.decides}` : ''}
            {number.superseded_by ? ` · replaced by ${number.superseded_by}` : ''} · {number.source},{' '}
            {sourceDate(number.dated, String)}
            {number.price_from
              ? ` · price from ${number.price_from.source}, ${sourceDate(number.price_from.dated, String)}`
              : ''}
            {number.also?.map((said) => ` · ${said}`)}
          </span>{' '}
          {choosable ? <ChooseNumber line={line} number={number.number} /> : null}
        </span>
      </li>
    ))}
  </ul>
);

/** Links go out by way of our counter, which leads nowhere but where the link does. */
function Suppliers({ line, vehicle }: Props) {
  const report = useOwnReport();
  if (line.supplier_links.length === 0) return null;
  const byWords = line.supplier_links.every(({ by }) => by === 'words');
  return (
    <div>
      <p className="font-medium">{byWords ? 'Search suppliers by words' : 'Suppliers'}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {line.supplier_links.map((link) => (
          <li key={link.url}>
            <a
              className="inline-flex min-h-7 items-center text-signal underline"
              href={affiliateRedirectPath(vehicle, line, link, { report })}
              target="_blank"
              rel={link.affiliate ? 'sponsored nofollow noopener noreferrer' : 'nofollow noopener noreferrer'}
            >
              {link.label}
            </a>
            {link.by === 'words' && !byWords ? <span className="text-muted"> (by words)</span> : null}
            {link.affiliate ? <span className="text-muted"> (partner)</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
