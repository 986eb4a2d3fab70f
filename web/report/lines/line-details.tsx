import { type ReactNode, useState } from 'react';
import { affiliateRedirectPath } from '../../../contract/affiliate-redirect.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import {
  numberSide,
  numberToldWords,
  oneSidedWords,
  whyNoNumber,
} from '../../../contract/report-view/number-side.ts';
import { isPossible } from '../../../contract/report-view/outcome-rows.ts';
import { numberSource, sourceDate } from '../../../contract/report-view/source-date.ts';
import { supersessionChain } from '../../../contract/report-view/supersession.ts';
import { switchedWords } from '../../../contract/report-view/words/choices.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { fitText } from '../../../contract/report-view/words/line-words.ts';
import { narrowedWords } from '../../../contract/report-view/words/option-questions.ts';
import { partPriceWords, rateWords, subletWords } from '../../../contract/report-view/words/price-origin.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { Button } from '../../ui/button.tsx';
import { dollars, hours, percent, shortDay } from '../../ui/money.ts';
import { useSupplierLinks } from '../baskets/use-supplier-links.ts';
import { ChooseNumber } from '../editing/choose-number.tsx';
import { LineEditButtons } from '../editing/line-edit-buttons.tsx';
import { useOwnReport } from '../editing/line-editing.tsx';
import { Figure } from '../provenance/figure.tsx';
import { EstimateHours } from './estimate-hours.tsx';
import { PartAnswers } from './part-answers.tsx';
import { SellerClaims } from './seller-claims.tsx';

type Props = {
  line: EstimateLine;
  vehicle: Vehicle /** Brings a photo up. */;
  onPhoto: (number: number) => void;
};

/** So many suppliers are shown at first. */
const SUPPLIERS_SHOWN = 3;

function convertedAt(converted: NonNullable<NonNullable<EstimateLine['part_price']>['converted']>): string {
  const { amount, currency, rate, rate_date } = converted;
  const whose = rateWords(converted);
  return `${amount} ${currency} at ${rate} of ${rate_date}${whose === '' ? '' : ` (${whose})`}`;
}

/** Why a line is there, what its figure is made of, the variants of its number, and where to buy. */
export function LineDetails({ line, vehicle, onPhoto }: Props) {
  const { labour, refinish, part_price: price, sublet } = line;
  const switched = switchedWords(line);
  const photos = [...new Set(line.evidence.map(({ photo }) => photo))].toSorted((a, b) => a - b);
  return (
    <div className="mt-1 mb-2 grid gap-4 rounded-md border border-rule bg-sheet p-4 text-sm md:ml-7">
      <p>
        {whyOf(line).replace(/\.$/, '')}.
        {photos.map((photo) => (
          <button
            key={photo}
            type="button"
            className="ml-2 min-h-6 text-signal hover:underline pointer-coarse:min-h-11"
            onClick={() => onPhoto(photo)}
          >
            Show photo {photo}
          </button>
        ))}
      </p>
      {line.own_reason === undefined ? null : (
        <p className="wrap-anywhere">Reason given: {line.own_reason}</p>
      )}
      <dl className="figures grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[9rem_1fr]">
        <Row label="Cost">
          <Figure of={`cost:${line.id}`}>{dollars(line.cost.likely)}</Figure>
          {dollars(line.cost.low) === dollars(line.cost.high) ? null : (
            <>
              {' '}
              <Figure of={`cost:${line.id}`}>{`${dollars(line.cost.low)}–${dollars(line.cost.high)}`}</Figure>
            </>
          )}
        </Row>
        {line.probability < 1 ? (
          <Row label="Chance needed">
            <Figure of={`chance:${line.id}`}>{percent(line.probability)}</Figure>
            {isPossible(line) ? (
              <>
                , adds <Figure of={`adds:${line.id}`}>{dollars(line.expected_cost)}</Figure>
              </>
            ) : null}
          </Row>
        ) : null}
        {line.quantity > 1 ? (
          <Row label="Qty">
            <Figure of={`quantity:${line.id}`}>{String(line.quantity)}</Figure>
          </Row>
        ) : null}
        {price ? (
          <Row label="Part price">
            <Figure of={`part:${line.id}`}>{dollarsAndCents(price.likely)}</Figure> ({partPriceWords(price)}
            {price.basis === 'catalogue' ? `, ${sourceDate(price.dated, String)}` : ''})
            {price.converted ? `; ${convertedAt(price.converted)}` : ''}
          </Row>
        ) : null}
        {labour ? (
          <Row label={`Labor, ${labour.type}`}>
            <Figure
              of={`labour:${line.id}`}
            >{`${hours(labour.hours.likely)} at ${dollarsAndCents(labour.rate)}${labour.hours.low === labour.hours.high ? '' : ` (${hours(labour.hours.low)} to ${hours(labour.hours.high)})`}`}</Figure>
            {labour.from_estimate ? `, from a kept estimate of ${shortDay(labour.from_estimate)}` : ''}
          </Row>
        ) : null}
        {refinish ? (
          <Row label="Refinish">
            <Figure
              of={`refinish:${line.id}`}
            >{`${hours(refinish.hours)} at ${dollarsAndCents(refinish.rate)}, materials ${dollarsAndCents(refinish.materials_rate)} per hour${refinish.clear_coat_hours < 0.05 ? '' : `; ${hours(refinish.clear_coat_hours)} of it clear coat`}`}</Figure>
          </Row>
        ) : null}
        {sublet ? (
          <Row label="Sublet">
            <Figure of={`sublet:${line.id}`}>{dollarsAndCents(sublet.likely)}</Figure> ({subletWords(sublet)})
          </Row>
        ) : null}
      </dl>
      <EstimateHours line={line} />
      {switched === null ? null : <p className="text-muted">{switched}</p>}
      <Variants line={line} />
      <SellerClaims line={line} />
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
  const alone = oneSidedWords(line);
  const { ruled_out: out = [], other_pieces: pieces = [] } = line;
  if (numbers.length === 0 && pieces.length === 0) return missing ? <p>{missing}.</p> : null;
  return (
    <div>
      {numbers.length === 0 ? (
        <p>{missing}.</p>
      ) : (
        <p className="font-medium">{numbers.length === 1 ? 'OEM number' : 'OEM numbers, and what decides'}</p>
      )}
      {narrowed.map(narrowedWords).map((words) => (
        <p key={words} className="text-muted">
          {words}
        </p>
      ))}
      <NumberList line={line} numbers={numbers} />
      {alone === null ? null : <p className="text-muted">{alone}.</p>}
      {out.length > 0 ? (
        <details className="mt-1.5">
          <summary className="min-h-6 content-center text-signal pointer-coarse:min-h-11">
            {out.length} ruled out {out.length === 1 ? 'number' : 'numbers'}
          </summary>
          <NumberList line={line} numbers={out} />
        </details>
      ) : null}
      {pieces.length > 0 ? (
        <details className="mt-1.5">
          <summary className="min-h-6 content-center text-signal pointer-coarse:min-h-11">
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

const replacedWords = (number: OemNumber): string => {
  const chain = supersessionChain(number);
  return chain === null ? '' : ` · replaced: ${chain}`;
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
            {numberToldWords(number) === '' ? '' : `: ${numberToldWords(number)}`}
            {replacedWords(number)} · {numberSource(number, String)}
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
function Suppliers({ line, vehicle }: Omit<Props, 'onPhoto'>) {
  const report = useOwnReport();
  const [all, setAll] = useState(false);
  const links = useSupplierLinks(line);
  if (links.length === 0) return null;
  const byWords = links.every(({ by }) => by === 'words');
  const more = links.length - SUPPLIERS_SHOWN;
  return (
    <div>
      <p className="font-medium">{byWords ? 'Search suppliers by words' : 'Suppliers'}</p>
      <ul className="mt-1 flex flex-wrap items-center gap-x-4">
        {links.slice(0, all ? undefined : SUPPLIERS_SHOWN).map((link) => (
          <li key={link.url}>
            <a
              className="inline-flex min-h-7 items-center text-signal underline pointer-coarse:min-h-11"
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
        {more > 0 ? (
          <li>
            <Button look="text" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `${more} more suppliers`}
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
