import type { ReactNode } from 'react';
import type { ScrapeListEntry } from '../../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../../contract/auction-link.ts';
import { declaredWords } from '../../../contract/lot-words.ts';
import {
  FIRST_LOOKS,
  firstLook,
  listedFigures,
  listedWarnings,
} from '../../../contract/report-view/deal/listed-words.ts';
import { mileageWords, saleWords } from '../../../contract/report-view/head/lot-facts.ts';
import { priceFacts } from '../../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../../contract/report-view/market/sale-end.ts';
import { lotTitle } from '../../../contract/vehicles/car-name.ts';
import type { ScrapedLot } from '../../api/auction.ts';
import { SelectBox } from '../../report-list/table/select-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Stat, StatRow } from '../../ui/figures/stat.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { dollars } from '../../ui/money.ts';

const CHIPS = { worth: 'buy', close: 'consider', unlikely: 'pass' } as const;

type Listed = NonNullable<ScrapeListEntry['lot']>;
export type Picking = { picked: boolean; onPick: (on: boolean) => void } | null;

/** A lot of the list: what it sells for and what to bid by its listing alone. `picking`: null where no report can be made of it here. */
export function TriageRow({
  lot,
  deal,
  reason,
  picking,
  onLot,
}: {
  lot: Listed;
  reason: string | null;
  picking: Picking;
  onLot: (lot: ScrapedLot) => void;
} & Pick<ScrapeListEntry, 'deal'>) {
  const warnings = deal ? listedWarnings(deal, lot) : [];
  const look = deal ? firstLook(deal, warnings.length > 0) : null;
  const name = lotTitle(lot);
  const facts = [
    `Lot ${lot.lot_number}`,
    mileageWords(lot),
    declaredWords(lot) || null,
    lot.retail_value === null ? null : `Value ${dollars(lot.retail_value)}`,
    saleEndWords(lot, Date.now()) ?? saleWords(lot.sale_date, Date.now()),
    ...priceFacts(lot, Date.now()).map(({ label, value }) => `${label} ${value}`),
  ].filter((fact) => fact !== null);
  return (
    <RowFrame name={`${name}, lot ${lot.lot_number}`} picking={picking}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {name}
            {look === null ? null : <VerdictChip kind={CHIPS[look]} words={FIRST_LOOKS[look]} size={20} />}
          </p>
          <p className="figures text-sm break-words text-muted">{facts.join(' · ')}</p>
          {warnings.map((words) => (
            <p key={words} className="text-sm text-warn">
              {words}
            </p>
          ))}
          {reason === null ? null : <p className="text-sm text-fail">{reason}</p>}
        </div>
        <Button
          look="quiet"
          aria-label={`Open ${name}, lot ${lot.lot_number}`}
          onClick={() => onLot({ ...lot, success: true, message: '', preflight: null })}
        >
          Open
        </Button>
      </div>
      {deal ? <Weighed deal={deal} /> : null}
    </RowFrame>
  );
}

function Weighed({ deal }: { deal: NonNullable<ScrapeListEntry['deal']> }) {
  const { figures, why } = listedFigures(deal);
  return (
    <>
      <StatRow>
        {figures.map(({ label, value, note }) => (
          <Stat key={label} label={label} note={note}>
            {value}
          </Stat>
        ))}
      </StatRow>
      <p className="figures text-xs text-muted">{why.join(' ')}</p>
    </>
  );
}

/** A line that gave no lot: what stood there, why, and the ways on. */
export function UnreadRow({
  entry: { row, listed, reason },
  picking,
  onOwnPage,
}: {
  entry: ScrapeListEntry;
  picking: Picking;
  onOwnPage: (link: string) => void;
}) {
  const reading = readAuctionLink(listed);
  return (
    <RowFrame name={listed} picking={picking}>
      <p className="font-medium break-words">
        Row {row}:{' '}
        {reading.ok ? (
          <a
            className="text-signal underline"
            href={reading.link.canonicalUrl}
            target="_blank"
            rel="noreferrer"
          >
            {listed}
          </a>
        ) : (
          listed
        )}
      </p>
      <p className="text-sm break-words text-fail">{reason}</p>
      {reading.ok ? (
        <Button
          look="text"
          className="justify-self-start"
          onClick={() => onOwnPage(reading.link.canonicalUrl)}
        >
          Use its page<span className="sr-only"> {listed}</span>
        </Button>
      ) : null}
    </RowFrame>
  );
}

/** On a phone each lot is a card, on a desktop a row. */
function RowFrame({ name, picking, children }: { name: string; picking: Picking; children: ReactNode }) {
  return (
    <li className="flex gap-1 border-rule py-3 max-sm:rounded-lg max-sm:border max-sm:pr-3 max-sm:pl-1 sm:border-b">
      {picking === null ? (
        <span className="w-3 shrink-0 sm:w-0" />
      ) : (
        <SelectBox label={`Pick ${name}`} checked={picking.picked} onChange={picking.onPick} />
      )}
      <div className="grid min-w-0 flex-1 gap-2">{children}</div>
    </li>
  );
}
