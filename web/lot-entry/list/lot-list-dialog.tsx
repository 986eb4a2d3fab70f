import { useEffect, useEffectEvent, useId, useState } from 'react';
import { MOST_LINKS, MOST_LIST_BYTES, type ScrapeListEntry } from '../../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../../contract/auction-link.ts';
import { byRoom, firstLook, listedWarnings } from '../../../contract/report-view/deal/listed-words.ts';
import { useSession } from '../../account/use-session.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { type ScrapedLot, scrapeList } from '../../api/auction.ts';
import { withQueries } from '../../api/query-client.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { base64Of } from '../../ui/form/base64-of.ts';
import { linksIn } from './lots-given.ts';
import { MakeReports, type PickedLot } from './make-reports.tsx';
import { type Picking, TriageRow, UnreadRow } from './triage-row.tsx';

/** What was given: links, or the file of a list. */
export type ListSource = { links: readonly string[] } | { file: File };
/** What has come of it so far; kept by whoever opened the list, so that a look at one lot loses none. */
export type ListRead = {
  entries: readonly ScrapeListEntry[];
  note: string | null;
  /** Rows that a report is wanted of. */
  picked: readonly number[];
};

type Props = {
  source: ListSource;
  read: ListRead | null;
  onRead: (read: ListRead) => void;
  onLot: (lot: ScrapedLot) => void;
  /** Goes to the ways of handing a lot's own page over. */
  onOwnPage: (link: string) => void;
  /** Reports of the picked lots are on their way. */
  onMade: () => void;
  onClose: () => void;
};

/** Several lots at once, as a plain list with a way to each. */
export const LotListDialog = withQueries(function LotListDialog({
  source,
  read,
  onRead,
  onLot,
  onOwnPage,
  onMade,
  onClose,
}: Props) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const entries = read?.entries ?? [];
  const picked = read?.picked ?? [];
  // What ran out of time or turns may be sent again, by its user.
  const left = entries.filter(({ listed, code }) => isLeft(code) && readAuctionLink(listed).ok);

  const ask = async (rows: readonly { row: number; listed: string }[] | null): Promise<void> => {
    if ('file' in source && source.file.size > MOST_LIST_BYTES)
      return setFault(`${source.file.name} is larger than 2 MB. Please split it, or export fewer lots.`);
    setBusy(true);
    setFault(null);
    try {
      const given: ListRead | string[] =
        rows !== null ? [] : 'file' in source ? await readFile(source.file) : [...source.links];
      if (!Array.isArray(given)) return onRead(given);
      const wanted = rows ?? given.map((listed, index) => ({ row: index + 1, listed }));
      const known = new Map(entries.map((entry) => [entry.row, entry]));
      for (let from = 0; from < wanted.length; from += MOST_LINKS) {
        const part = wanted.slice(from, from + MOST_LINKS);
        const answer = await scrapeList({ links: part.map(({ listed }) => listed) });
        for (const [index, entry] of answer.entries.entries()) {
          const row = part[index]?.row ?? entry.row;
          known.set(row, { ...entry, row });
        }
        onRead({ entries: [...known.values()].sort((a, b) => a.row - b.row), note: null, picked });
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
  const session = useSession();
  const setPicked = (rows: readonly number[]): void => void (read && onRead({ ...read, picked: rows }));
  const pick = (rows: readonly number[], on: boolean): void => {
    const others = picked.filter((row) => !rows.includes(row));
    setPicked(on ? [...others, ...rows] : others);
  };
  const pickable = session === null ? [] : entries.filter(isPickable);
  const picking = (entry: ScrapeListEntry): Picking =>
    pickable.includes(entry)
      ? { picked: picked.includes(entry.row), onPick: (on) => pick([entry.row], on) }
      : null;
  const readable = entries.filter(({ lot, code }) => lot !== null && code === null).toSorted(byRoom);
  // Lots that no report is made of stand apart, with why.
  const others = entries.filter(({ lot, code }) => lot === null || code !== null);
  const worth = readable.filter(
    ({ lot, deal }) => lot && deal && firstLook(deal, listedWarnings(deal, lot).length > 0) === 'worth',
  );
  const rowsOf = (some: readonly ScrapeListEntry[]): number[] =>
    some.filter((entry) => pickable.includes(entry)).map(({ row }) => row);
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
      {pickable.length === 0 ? null : (
        <div className="mt-2 flex flex-wrap gap-x-4">
          {worth.length === 0 ? null : (
            <Button look="text" onClick={() => pick(rowsOf(worth), true)}>
              Pick {worth.length} worth a report
            </Button>
          )}
          <Button look="text" onClick={() => pick(rowsOf(readable), true)}>
            Pick all {rowsOf(readable).length}
          </Button>
          {picked.length === 0 ? null : (
            <Button look="text" onClick={() => setPicked([])}>
              Pick none
            </Button>
          )}
        </div>
      )}
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 sm:gap-0" aria-label="Lots">
        {readable.map((entry) =>
          entry.lot === null ? null : (
            <TriageRow
              key={entry.row}
              lot={entry.lot}
              deal={entry.deal}
              reason={entry.reason}
              picking={picking(entry)}
              onLot={onLot}
            />
          ),
        )}
      </ul>
      {others.length === 0 ? null : (
        <section aria-labelledby={`${id}-others`} className="mt-5">
          <h3 id={`${id}-others`} className="font-semibold">
            No report from these yet
          </h3>
          <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 sm:gap-0">
            {others.map((entry) =>
              entry.lot === null ? (
                <UnreadRow key={entry.row} entry={entry} picking={picking(entry)} onOwnPage={onOwnPage} />
              ) : (
                <TriageRow
                  key={entry.row}
                  lot={entry.lot}
                  deal={entry.deal}
                  reason={entry.reason}
                  picking={null}
                  onLot={onLot}
                />
              ),
            )}
          </ul>
        </section>
      )}
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
      {busy || entries.length === 0 ? null : session === null ? (
        <p className="mt-4 text-sm text-muted">Log in to make reports of several lots at once.</p>
      ) : (
        <div className="mt-4 contents">
          <MakeReports
            lots={entries.filter((entry) => picked.includes(entry.row) && isPickable(entry)).map(lotOf)}
            onMade={onMade}
          />
        </div>
      )}
    </Dialog>
  );
});

const isLeft = (code: ScrapeListEntry['code']): boolean => code === 'unavailable' || code === 'rate_limited';

/** A line that gave no lot now, but may where its report is started from the board. */
const mayBeRead = ({ lot, listed, code }: ScrapeListEntry): boolean =>
  lot === null && code !== 'validation_error' && readAuctionLink(listed).ok;

const isPickable = (entry: ScrapeListEntry): boolean =>
  entry.lot === null ? mayBeRead(entry) : entry.code === null && entry.lot.make_supported;

/** What a batch takes of a line: a lot that was handed over by its key, any other by its link. */
const lotOf = ({ lot, listed }: ScrapeListEntry): PickedLot =>
  lot === null
    ? { link: listed }
    : {
        link: lot.url || listed,
        ...(lot.origin === 'own_page' || lot.origin === 'entered' ? { lot_key: lot.lot_key } : {}),
      };

/** A list that the service reads; of a file with other columns the links in it. */
async function readFile(file: File): Promise<ListRead | string[]> {
  try {
    const { entries, left_out } = await scrapeList({ file: await base64Of(file) });
    return {
      entries,
      picked: [],
      note:
        left_out === null
          ? null
          : `The first ${entries.length} rows were read. ${left_out.rows} more, from row ${left_out.from_row} on, were not: please send them as a file of their own.`,
    };
  } catch (error) {
    const links = isOtherList(error) ? linksIn(await file.text()) : [];
    if (links.length === 0) throw error;
    return links;
  }
}

const isOtherList = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'validation_error';
