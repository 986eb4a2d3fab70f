import type pg from 'pg';
import { readBoardEntry } from '../../../contract/board/board-entry.ts';
import {
  type BatchAnswer,
  type BatchEntry,
  type BatchRequest,
  MOST_WAITING_LOTS,
} from '../../../contract/board/board-lots.ts';
import { placesOf } from '../../../contract/facts/bare-lot.ts';
import { refusedMakeWords } from '../../../contract/lot-words.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import { readQuota } from '../../db/accounts/quota.ts';
import { inTransaction } from '../../db/client.ts';
import { findLot } from '../../db/lots/lots.ts';
import { findReportsOfLots, findStanding, lockBoard, putWaitingLot } from '../../db/lots/waiting-lots.ts';
import { refuseWhereOff } from '../../db/ops/switches.ts';
import { AppError } from '../../errors.ts';
import { asTaken } from '../../lots/finish-lot.ts';
import { lotKeyOf } from '../../lots/scrape-lot.ts';
import type { Queue } from '../../queue/queue.ts';

/** `licensed`: a source that knows lots by VIN or number alone is configured. */
export type BatchTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  licensed: boolean;
  /** Whether every make that can be priced is taken. */
  allMakes?(): Promise<boolean>;
};
/** `origin`: the address of ours that its user is on; `keyId`: the access key that asks. */
export type BatchCaller = { userId: string; origin: string | null; keyId: string | null };

/** A lot as the board knows it: by its link, whoever read it; else by the key it was handed over under, or as it was typed. */
type Named = { row: number; listed: string; key: string; url: string | null; lotKey: string | null };
type Wanted = Named & { state: 'queued' | 'no_reports' };
type Read = Named | { row: number; listed: string; reason: string };

/**
 * What the lots of one call would take and, once confirmed, starts as many as are left: each as a job of its own, in the transaction
 * that puts it on the board. Nothing is charged here; a job takes its report when it makes it, so that no batch can overspend.
 */
export async function startBatch(
  tools: BatchTools,
  caller: BatchCaller,
  { lots, confirm }: BatchRequest,
): Promise<BatchAnswer> {
  const lines = lots.map((lot, index) => readLine(index + 1, lot, tools.licensed));
  const named = lines.filter((line) => 'key' in line);
  const allMakes = (await tools.allMakes?.()) ?? false;
  return await inTransaction(tools.pool, async (client) => {
    if (confirm) {
      await refuseWhereOff(client, 'new_reports');
      await lockBoard(client, caller.userId);
    }
    const known = await findReportsOfLots(
      client,
      caller.userId,
      named.flatMap(({ key, lotKey }) => [key, lotKey ?? key]),
      named.flatMap(({ url }) => url ?? []),
    );
    const reportOf = new Map(
      known.flatMap(({ id, url, lot_key }) => [[lot_key, id] as const, [url, id] as const]),
    );
    const standing = await findStanding(client, caller.userId);
    const { available_reports } = await readQuota(client, caller.userId);
    const aboutToStart = [...standing.values()].filter((state) => state === 'queued').length;
    const available = Math.max(0, available_reports - aboutToStart);

    const read = await readLots(client, named);
    const unsupported = unsupportedOf(read, allMakes);
    const seen = new Map<string, number>();
    let taken = 0;
    const entries: BatchEntry[] = [];
    const wanted: Wanted[] = [];
    for (const line of lines) {
      const entry = { row: line.row, listed: line.listed, report_id: null, reason: null };
      if (!('key' in line)) {
        entries.push({ ...entry, state: 'refused', reason: line.reason });
        continue;
      }
      const earlier = seen.get(line.key);
      const report =
        reportOf.get(line.url ?? line.key) ?? reportOf.get(line.key) ?? reportOf.get(line.lotKey ?? '');
      seen.set(line.key, earlier ?? line.row);
      if (earlier !== undefined)
        entries.push({ ...entry, state: 'repeated', reason: `This lot stands in row ${earlier} already.` });
      else if (report !== undefined) entries.push({ ...entry, state: 'known', report_id: report });
      else if (standing.get(line.key) === 'queued') entries.push({ ...entry, state: 'waiting' });
      else if (unsupported.has(line.row))
        entries.push({ ...entry, state: 'refused', reason: unsupported.get(line.row) ?? null });
      else {
        taken += 1;
        const starts = taken <= available;
        entries.push({ ...entry, state: starts ? 'start' : 'no_reports' });
        wanted.push({ ...line, state: starts ? 'queued' : 'no_reports' });
      }
    }
    const added = wanted.filter(({ key }) => !standing.has(key)).length;
    if (standing.size + added > MOST_WAITING_LOTS)
      throw new AppError(
        'validation_error',
        `At most ${MOST_WAITING_LOTS} lots without a report can stand on the board. Take some off first.`,
      );
    // Of one lot alone its report tells.
    const batchId = wanted.filter(({ state }) => state === 'queued').length > 1 ? crypto.randomUUID() : null;
    if (confirm)
      for (const lot of wanted)
        await putOnBoard(tools, client, {
          ...caller,
          ...lot,
          name: read.get(lot.row)?.name ?? null,
          batchId: lot.state === 'queued' ? batchId : null,
        });
    return { confirmed: confirm, entries, reports: taken, available };
  });
}

/** The lots that were read before, by row. What was not read yet shows its make when its turn comes. */
async function readLots(client: pg.PoolClient, lines: readonly Named[]): Promise<Map<number, StoredLot>> {
  const read = new Map<number, StoredLot>();
  for (const { row, lotKey, key } of lines) {
    const stored = await findLot(client, lotKey ?? key, null);
    if (stored !== null) read.set(row, stored);
  }
  return read;
}

/** Why no report can be made of them, by row. */
const unsupportedOf = (read: ReadonlyMap<number, StoredLot>, allMakes: boolean): Map<number, string> =>
  new Map(
    [...read].flatMap(([row, stored]) => {
      const lot = asTaken(stored, allMakes);
      return lot.make_supported ? [] : [[row, refusedMakeWords(lot)] as const];
    }),
  );

async function putOnBoard(
  { queue }: BatchTools,
  client: pg.PoolClient,
  lot: BatchCaller & Wanted & { name: string | null; batchId: string | null },
): Promise<void> {
  const { id, turn } = await putWaitingLot(client, lot);
  if (turn === null) return;
  await queue.send('start-lot', { waiting_lot_id: id }, { within: client, turn, account: lot.userId });
}

function readLine(row: number, { link, lot_key }: BatchRequest['lots'][number], licensed: boolean): Read {
  const listed = link.trim();
  const entry = readBoardEntry(listed);
  const lotKey = lot_key ?? null;
  if (entry.kind === 'link') {
    const { canonicalUrl: url } = entry.link;
    return { row, listed: url, key: lotKeyOf(entry.link), url, lotKey };
  }
  // Handed over: how it is named is all the same.
  if (lotKey !== null) return { row, listed, key: lotKey, url: null, lotKey };
  if (entry.kind === 'refused') return { row, listed, reason: entry.reason };
  const { bare } = entry;
  const text = bare.kind === 'vin' ? bare.vin : bare.number;
  if (licensed) return { row, listed: text, key: `${bare.kind}:${text}`, url: null, lotKey: null };
  const where = placesOf(bare).map(({ name }) => name);
  return {
    row,
    listed,
    reason:
      bare.kind === 'vin'
        ? `A VIN names a car, not a lot. Find its lot (${where.join(', ')}) and paste its link.`
        : bare.site === 'iaai'
          ? 'IAAI’s addresses have another number than this one. Open the lot there and paste its link.'
          : `A number alone does not tell its site. Write “Copart ${bare.digits}”, or paste the lot’s link.`,
  };
}
