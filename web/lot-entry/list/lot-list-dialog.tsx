import { useEffect, useEffectEvent, useState } from 'react';
import { MOST_LINKS, MOST_LIST_BYTES, type ScrapeListEntry } from '../../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../../contract/auction-link.ts';
import { declaredWords } from '../../../contract/lot-words.ts';
import {
  byRoom,
  FIRST_LOOKS,
  firstLook,
  listedWords,
} from '../../../contract/report-view/deal/listed-words.ts';
import { mileageWords, saleWords } from '../../../contract/report-view/head/lot-facts.ts';
import { priceFacts } from '../../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../../contract/report-view/market/sale-end.ts';
import { lotTitle } from '../../../contract/vehicles/car-name.ts';
import { messageOf } from '../../api/api-error.ts';
import { type ScrapedLot, scrapeList } from '../../api/auction.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { base64Of } from '../../ui/form/base64-of.ts';
import { dollars } from '../../ui/money.ts';

/** What was given: links, or the file of a list. */
export type ListSource = { links: readonly string[] } | { file: File };
/** What has come of it so far; kept by whoever opened the list, so that a look at one lot loses none. */
export type ListRead = { entries: readonly ScrapeListEntry[]; note: string | null };

type Props = {
  source: ListSource;
  read: ListRead | null;
  onRead: (read: ListRead) => void;
  onLot: (lot: ScrapedLot) => void;
  onClose: () => void;
};

/** Several lots at once, as a plain list with a way to each. */
export function LotListDialog({ source, read, onRead, onLot, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const entries = read?.entries ?? [];
  // What ran out of time or turns may be sent again, by its user.
  const left = 'links' in source ? entries.filter(({ code }) => isLeft(code)) : [];

  const ask = async (rows: readonly { row: number; listed: string }[] | null): Promise<void> => {
    if ('file' in source && source.file.size > MOST_LIST_BYTES)
      return setFault(`${source.file.name} is larger than 2 MB. Please split it, or export fewer lots.`);
    setBusy(true);
    setFault(null);
    try {
      if ('file' in source) onRead(await readFile(source.file));
      else {
        const wanted = rows ?? source.links.map((listed, index) => ({ row: index + 1, listed }));
        const known = new Map(entries.map((entry) => [entry.row, entry]));
        for (let from = 0; from < wanted.length; from += MOST_LINKS) {
          const part = wanted.slice(from, from + MOST_LINKS);
          const answer = await scrapeList({ links: part.map(({ listed }) => listed) });
          for (const [index, entry] of answer.entries.entries()) {
            const row = part[index]?.row ?? entry.row;
            known.set(row, { ...entry, row });
          }
          onRead({ entries: [...known.values()].sort((a, b) => a.row - b.row), note: null });
        }
      }
    } catch (error) {
      setFault(messageOf(error, 'The list could not be read.'));
    } finally {
      setBusy(false);
    }
  };
  const start = useEffectEvent(() => void (read === null && ask(null)));
  useEffect(() => start(), []);

  const lots = entries.filter(({ lot }) => lot !== null).length;
  // Lots that no report is made of stand last, with why.
  const sorted = [...entries].sort(
    (a, b) => Number(a.code !== null) - Number(b.code !== null) || byRoom(a, b),
  );
  return (
    <Dialog title="Lots of your list" onClose={onClose} wide>
      <p role="status" className="flex items-center gap-3 text-sm text-muted">
        {busy ? (
          <>
            <Spinner /> Reading the lots
          </>
        ) : (
          `${lots} of ${entries.length} could be read.`
        )}
      </p>
      {fault === null ? null : (
        <div className="mt-3">
          <FormMessage kind="error">{fault}</FormMessage>
        </div>
      )}
      {read?.note ? <p className="mt-3 text-sm text-warn">{read.note}</p> : null}
      <ul className="mt-3 divide-y divide-rule border-y border-rule" aria-label="Lots">
        {sorted.map((entry) => (
          <li key={entry.row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            {entry.lot === null ? (
              <Unread entry={entry} />
            ) : (
              <Read lot={entry.lot} deal={entry.deal} reason={entry.reason} onLot={onLot} />
            )}
          </li>
        ))}
      </ul>
      {fault !== null && entries.length === 0 ? (
        <Button look="quiet" className="mt-4" busy={busy} onClick={() => void ask(null)}>
          Try again
        </Button>
      ) : null}
      {left.length > 0 ? (
        <Button look="quiet" className="mt-4" busy={busy} onClick={() => void ask(left)}>
          Read the other {left.length}
        </Button>
      ) : null}
    </Dialog>
  );
}

const isLeft = (code: ScrapeListEntry['code']): boolean => code === 'unavailable' || code === 'rate_limited';

type Lot = NonNullable<ScrapeListEntry['lot']>;

const CHIPS = { worth: 'buy', close: 'consider', unlikely: 'pass' } as const;

/** `reason`: why no report is made of it, where there is one. */
function Read({
  lot,
  deal,
  reason,
  onLot,
}: { lot: Lot; reason: string | null } & Pick<ScrapeListEntry, 'deal'> & Pick<Props, 'onLot'>) {
  const look = deal ? firstLook(deal) : null;
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
    <>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 font-medium">
          {name}
          {look === null ? null : <VerdictChip kind={CHIPS[look]} words={FIRST_LOOKS[look]} size={20} />}
        </p>
        <p className="figures text-sm break-words text-muted">{facts.join(' · ')}</p>
        {deal ? <p className="figures text-sm">{listedWords(deal).join('. ')}.</p> : null}
        {reason === null ? null : <p className="text-sm text-fail">{reason}</p>}
      </div>
      <Button
        look="quiet"
        aria-label={`Open ${name}, lot ${lot.lot_number}`}
        onClick={() => onLot({ ...lot, success: true, message: '', preflight: null })}
      >
        Open
      </Button>
    </>
  );
}

function Unread({ entry: { row, listed, reason } }: { entry: ScrapeListEntry }) {
  const reading = readAuctionLink(listed);
  return (
    <div className="min-w-0 flex-1">
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
    </div>
  );
}

async function readFile(file: File): Promise<ListRead> {
  const { entries, left_out } = await scrapeList({ file: await base64Of(file) });
  return {
    entries,
    note:
      left_out === null
        ? null
        : `The first ${entries.length} rows were read. ${left_out.rows} more, from row ${left_out.from_row} on, were not: please send them as a file of their own.`,
  };
}
