import {
  type BadRow,
  type BadRowReason,
  type FeedProblem,
  MOST_FEED_BYTES,
  type SentFeed,
} from '../../../contract/partners/feed.ts';
import { type FeedItem, plainLine, readFeedItem } from './feed-item.ts';
import { eachFeedRow, FeedFault } from './feed-rows.ts';

/** What a feed says. `chunks`: its items as JSON arrays of `FeedItem`, which go to the database as they are. */
export type ReadFeed =
  | {
      kind: 'read';
      chunks: string[];
      good: number;
      bad: number;
      left_out: number;
      bad_rows: BadRow[];
    }
  | { kind: 'refused'; problem: FeedProblem; bad: number; left_out: number; bad_rows: BadRow[] };

/** A feed somebody sent: what it says, and the file's name in one plain line. */
export type ReadSentFeed = { file_name: string; feed: ReadFeed };

/** Reads feeds, in a worker of its own. `website`: the approved one, where their links must lead. */
export type FeedReader = {
  feedFile(bytes: Uint8Array, website: string | null): Promise<ReadFeed>;
  sentFeed(sent: SentFeed, website: string | null): Promise<ReadSentFeed>;
  /** The same of a whole JSON body. Throws validation_error where it does not fit. */
  feedBody(parts: Uint8Array[], website: string | null, signal: AbortSignal): Promise<ReadSentFeed>;
};

const ITEMS_IN_CHUNK = 2_000;

/** Reads a feed: each row is taken, left out, or bad for a reason. At most `MOST_FEED_ROWS` rows are. */
export function readFeed(bytes: Uint8Array, website: string | null): ReadFeed {
  const chunks: string[] = [];
  let items: FeedItem[] = [];
  const seen = new Set<string>();
  const badRows: BadRow[] = [];
  let [bad, leftOut] = [0, 0];
  const refuse = (row: number, item: string | null, reason: BadRowReason): void => {
    bad += 1;
    badRows.push({ row, item, reason });
  };
  const refused = (problem: FeedProblem): ReadFeed => ({
    kind: 'refused',
    problem,
    bad,
    left_out: leftOut,
    bad_rows: badRows,
  });
  if (bytes.length > MOST_FEED_BYTES) return refused('too_large');
  if (website === null) return refused('no_website');
  try {
    eachFeedRow(bytes, website, (given) => {
      if (given === 'left_out') {
        leftOut += 1;
        return;
      }
      const { row, cells, fault } = given;
      if (fault) return refuse(row, null, 'columns');
      const read = readFeedItem(cells, website);
      if (read.kind === 'left_out') leftOut += 1;
      else if (read.kind === 'bad') refuse(row, read.item, read.reason);
      else if (seen.has(read.item.item)) refuse(row, read.item.item, 'repeated_id');
      else {
        seen.add(read.item.item);
        items.push(read.item);
        if (items.length === ITEMS_IN_CHUNK) {
          chunks.push(JSON.stringify(items));
          items = [];
        }
      }
    });
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    return refused(error.problem);
  }
  if (items.length > 0) chunks.push(JSON.stringify(items));
  if (seen.size === 0) return refused('no_good_row');
  return { kind: 'read', chunks, good: seen.size, bad, left_out: leftOut, bad_rows: badRows };
}

/** Reads a feed that somebody sent. */
export const readSentFeed = ({ file_name, content }: SentFeed, website: string | null): ReadSentFeed => ({
  file_name: plainLine(file_name).slice(0, 255),
  feed: readFeed(Buffer.from(content, 'base64'), website),
});
