import type pg from 'pg';
import {
  type FeedProblem,
  LEAST_SHARE_LEFT,
  type PartnerFeed,
  SHARE_COUNTS_FROM,
} from '../../../contract/partners/feed.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import { type ForCaller, partnerCaller, type WorkCaller } from '../../concurrency/work-caller.ts';
import { inTransaction } from '../../db/client.ts';
import {
  clearStock,
  findFeedSource,
  holdFeed,
  keepsStock,
  type NotedReading,
  noteFeedAsked,
  noteFeedReading,
  readFeedState,
  replaceStock,
  setFeedUrl,
  takeDueFeeds,
} from '../../db/partners/stock.ts';
import { AppError, Busy, RetryLater } from '../../errors.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { FetchNetwork, FetchRefused, FetchTimeout, FetchTooLarge } from '../../web-fetch/fetch-errors.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import type { FeedReader, ReadFeed, ReadSentFeed } from './read-feed.ts';

export type StockTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  fetch: GuardedFetch['fetch'];
  feedsFor: ForCaller<FeedReader>;
  now(): Date;
};

/** A reading of an address by the day must not empty a shop whose export broke off; what somebody asked for is taken. */
const tooFew = (good: number, held: number): boolean =>
  held >= SHARE_COUNTS_FROM && good < held * LEAST_SHARE_LEFT;

type Entered = { feed: ReadFeed; fileName: string; url: string | null; byDay: boolean };

/** Enters what a feed says: its items take the place of all before in one transaction, or nothing changes but what is told of the reading. */
async function enterFeed(
  { pool, now }: Pick<StockTools, 'pool' | 'now'>,
  partnerId: string,
  { feed, fileName, url, byDay }: Entered,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const held = await holdFeed(client, partnerId);
    // Closed meanwhile, or another address was set.
    if (held === null || (url !== null && held.url !== url)) return;
    const counts = {
      rows_bad: feed.bad,
      rows_left_out: feed.left_out,
      bad_rows: feed.bad_rows,
      file_name: fileName,
    };
    const refuse = (problem: FeedProblem, good: number) =>
      noteFeedReading(client, partnerId, { ...counts, outcome: 'refused', problem, rows_good: good }, now());
    if (feed.kind === 'refused') return await refuse(feed.problem, 0);
    if (byDay && tooFew(feed.good, held.stock)) return await refuse('far_fewer', feed.good);
    await replaceStock(client, partnerId, feed.chunks);
    const taken: NotedReading = { ...counts, outcome: 'taken', problem: null, rows_good: feed.good };
    await noteFeedReading(client, partnerId, taken, now());
  });
}

function requireKeeper(partner: Partner): void {
  if (!keepsStock(partner))
    throw new AppError(
      'forbidden',
      partner.state === 'applied'
        ? 'Stock is taken once your application is approved.'
        : 'Your partnership has ended: no stock is taken.',
    );
}

/**
 * Takes a feed sent as a file. `read` reads it where it is, once it is known that it may be sent at all. Throws forbidden before
 * approval and after the end.
 */
export async function takeSentFeed(
  tools: StockTools,
  partner: Partner,
  read: (website: string | null) => Promise<ReadSentFeed>,
): Promise<PartnerFeed> {
  requireKeeper(partner);
  const { file_name: fileName, feed } = await read(partner.approved_website);
  await enterFeed(tools, partner.partner_id, { feed, fileName, url: null, byDay: false });
  return await readFeedState(tools.pool, partner.partner_id, tools.now());
}

const askToRead = async (tools: StockTools, client: pg.PoolClient, partnerId: string): Promise<boolean> => {
  if (!(await noteFeedAsked(client, partnerId, tools.now()))) return false;
  await tools.queue.send('read-feed', { partner_id: partnerId, by_day: false }, { within: client });
  return true;
};

/** Sets the address that stock is read from each day, and reads it; null: none. Throws forbidden as `takeSentFeed` does. */
export async function setFeedAddress(
  tools: StockTools,
  partner: Partner,
  url: string | null,
): Promise<PartnerFeed> {
  requireKeeper(partner);
  await inTransaction(tools.pool, async (client) => {
    await setFeedUrl(client, partner.partner_id, url === null ? null : new URL(url).href);
    if (url !== null) await askToRead(tools, client, partner.partner_id);
  });
  return await readFeedState(tools.pool, partner.partner_id, tools.now());
}

/** Has the address read now. Throws version_conflict where there is none, forbidden as `takeSentFeed` does. */
export async function readFeedNow(tools: StockTools, partner: Partner): Promise<PartnerFeed> {
  requireKeeper(partner);
  await inTransaction(tools.pool, async (client) => {
    if (!(await askToRead(tools, client, partner.partner_id)))
      throw new AppError('version_conflict', 'Set an address first.');
  });
  return await readFeedState(tools.pool, partner.partner_id, tools.now());
}

/** Takes all stock away. */
export async function clearPartnerStock(tools: StockTools, partner: Partner): Promise<PartnerFeed> {
  await clearStock(tools.pool, partner.partner_id);
  return await readFeedState(tools.pool, partner.partner_id, tools.now());
}

/** Queues a reading of each address that was not asked for a day. */
export async function queueDueFeeds(tools: Pick<StockTools, 'pool' | 'queue' | 'now'>): Promise<number> {
  return await inTransaction(tools.pool, async (client) => {
    const due = await takeDueFeeds(client, tools.now());
    for (const partner_id of due)
      await tools.queue.send('read-feed', { partner_id, by_day: true }, { within: client });
    return due.length;
  });
}

/** The job: reads the stock from its address. What the address does wrong is told to the partner; a throw is a trouble of ours. */
export async function readFeedAddress(
  tools: StockTools,
  { partner_id: partnerId, by_day: byDay }: Jobs['read-feed'],
  signal: AbortSignal,
): Promise<void> {
  const source = await findFeedSource(tools.pool, partnerId);
  if (source === null || source.url === null) return;
  const { url, approved_website: website } = source;
  const fileName = new URL(url).pathname.split('/').at(-1)?.slice(0, 255) || new URL(url).host;
  const caller = partnerCaller(partnerId);
  const answer = await ask(tools, { url, caller, signal });
  if ('problem' in answer) {
    await inTransaction(tools.pool, async (client) => {
      if ((await holdFeed(client, partnerId))?.url !== url) return;
      const nothing = { rows_good: 0, rows_bad: 0, rows_left_out: 0, bad_rows: [] };
      const outcome = answer.problem === 'too_large' ? 'refused' : 'unreachable';
      await noteFeedReading(
        client,
        partnerId,
        { ...nothing, ...answer, outcome, file_name: fileName },
        tools.now(),
      );
    });
    return;
  }
  const feed = await tools.feedsFor(caller).feedFile(answer.body, website);
  await enterFeed(tools, partnerId, { feed, fileName, url, byDay });
}

async function ask(
  { fetch: ask }: Pick<StockTools, 'fetch'>,
  request: { url: string; caller: WorkCaller; signal: AbortSignal },
): Promise<{ body: Buffer } | { problem: FeedProblem }> {
  try {
    const { status, body } = await ask({ ...request, kind: 'feed' });
    return status === 200 ? { body } : { problem: 'address_failed' };
  } catch (error) {
    if (error instanceof FetchRefused) return { problem: 'address_refused' };
    if (error instanceof FetchTooLarge) return { problem: 'too_large' };
    if (error instanceof FetchTimeout || error instanceof FetchNetwork) return { problem: 'address_failed' };
    // The address asks to wait; a line of our own is waited for by the queue.
    if (error instanceof RetryLater && !(error instanceof Busy)) return { problem: 'address_failed' };
    throw error;
  }
}
