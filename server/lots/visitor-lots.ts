import type pg from 'pg';
import { FIRST_SIZES } from '../../contract/facts/photo-sizes.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { dropOldestVisitorLots, noteVisitorLot, type VisitorLimits } from '../db/lots/visitor-lots.ts';
import type { IngestResult } from '../images/ingest-photo.ts';
import type { Store } from '../storage/store.ts';
import { lotFolder } from './lot-photos.ts';

export type VisitorTools = { pool: pg.Pool; store: Store; visitorLimits: VisitorLimits };

/**
 * Counts a lot its user sent, with its photos as they are kept from the start, and lets the oldest such lots go past what may
 * be stored of one sender and of all. `sender` stands for who sent it and is stored: no address in the clear.
 */
export async function countVisitorLot(
  tools: VisitorTools,
  lot: StoredLot,
  sender: string,
  photos: readonly IngestResult[] = [],
): Promise<void> {
  const bytes = photos.reduce(
    (sum, taken) =>
      sum + (taken.ok ? FIRST_SIZES.reduce((own, size) => own + taken.photo[size].length, 0) : 0),
    Buffer.byteLength(JSON.stringify(lot)),
  );
  await noteVisitorLot(tools.pool, { key: lot.lot_key, sender, bytes });
  await dropOldest(tools);
}

/** The same for the lots of a list. */
export async function countVisitorList(
  tools: VisitorTools,
  lots: readonly StoredLot[],
  sender: string,
): Promise<void> {
  for (const lot of lots)
    await noteVisitorLot(tools.pool, {
      key: lot.lot_key,
      sender,
      bytes: Buffer.byteLength(JSON.stringify(lot)),
    });
  await dropOldest(tools);
}

async function dropOldest(tools: VisitorTools): Promise<void> {
  for (const key of await dropOldestVisitorLots(tools.pool, tools.visitorLimits))
    await tools.store.deletePrefix(lotFolder(key));
}
