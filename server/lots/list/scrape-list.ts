import type { ScrapeListEntry } from '../../../contract/api/auction-answers.ts';
import { refusedMakeWords } from '../../../contract/lot-words.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import { eachAtMost } from '../../concurrency/each-at-most.ts';
import { AppError, RetryLater } from '../../errors.ts';
import { keepOwnLot, parseLink, type ScrapeTools } from '../scrape-lot.ts';
import type { ListedRow } from './read-list-export.ts';

/** Lots of one list that are read side by side; each site keeps its own pace besides. */
const AT_ONCE = 3;

/**
 * Links → an entry each, in their order. `read` reads one as its user's own request; what fails says why, what the time of `signal`
 * did not reach is to be sent again, and nothing is lost.
 */
export async function scrapeLinks(
  links: readonly string[],
  signal: AbortSignal,
  read: (link: string) => Promise<StoredLot>,
): Promise<ScrapeListEntry[]> {
  const entries = links.map((listed, index): ScrapeListEntry => unread(index + 1, listed, NO_TIME));
  const first = new Map<string, number>();
  await eachAtMost(AT_ONCE, [...links.entries()], async ([index, listed]) => {
    const row = index + 1;
    if (signal.aborted) return;
    try {
      const earlier = repeated(first, listed, row);
      entries[index] =
        earlier === null
          ? entryOf(row, listed, await read(listed))
          : unread(row, listed, {
              code: 'validation_error',
              reason: `This lot stands in row ${earlier} already.`,
            });
    } catch (error) {
      if (!signal.aborted) entries[index] = unread(row, listed, whyNot(error));
    }
  });
  return entries;
}

const NO_TIME: Why = {
  code: 'unavailable',
  reason: 'There was no time left to read this one. Send it again.',
};

type Why = Pick<ScrapeListEntry, 'code' | 'reason'>;
const unread = (row: number, listed: string, why: Why): ScrapeListEntry => ({
  row,
  listed: listed.trim().slice(0, 200),
  lot: null,
  ...why,
});

/** A lot that was read; of a make that is not supported with why no report is made of it. */
const entryOf = (row: number, listed: string, lot: StoredLot): ScrapeListEntry => ({
  row,
  listed: listed.trim().slice(0, 200),
  lot,
  ...(lot.make_supported
    ? { code: null, reason: null }
    : { code: 'unsupported_make', reason: refusedMakeWords(lot) }),
});

/** The row the same lot stood in before; a text that is no link is judged where it is read. */
function repeated(first: Map<string, number>, listed: string, row: number): number | null {
  let key = listed.trim();
  try {
    key = parseLink(listed).canonicalUrl;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const earlier = first.get(key) ?? null;
  if (earlier === null) first.set(key, row);
  return earlier;
}

/** Why a lot could not be read, for its user; throws what is no refusal. */
export function whyNot(error: unknown): Why {
  if (error instanceof RetryLater)
    return { code: 'unavailable', reason: 'The source asks us to wait. Send this one again in a minute.' };
  if (!(error instanceof AppError)) throw error;
  const { reason } = error.details;
  // Of a text that is no link it is a code; its sentence is the message.
  const told = error.code !== 'unsupported_url' && typeof reason === 'string' ? reason : error.message;
  return { code: error.code, reason: told };
}

/** Stores the lots of a list its user sent, for that user alone; `count` counts each among what visitors may store. */
export async function keepListedLots(
  tools: ScrapeTools,
  rows: readonly ListedRow[],
  count: (lots: readonly StoredLot[]) => Promise<void>,
): Promise<ScrapeListEntry[]> {
  const entries: ScrapeListEntry[] = [];
  const kept: StoredLot[] = [];
  for (const listed of rows) {
    if (listed.lot === null) {
      entries.push(listed);
      continue;
    }
    const lot = await keepOwnLot(tools, listed.lot);
    kept.push(lot);
    entries.push(entryOf(listed.row, listed.listed, lot));
  }
  await count(kept);
  return entries;
}
