import type pg from 'pg';
import { FIRST_SIZES } from '../../contract/facts/photo-sizes.ts';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { verifyCommission } from '../../server/db/partners/commission-check.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { photoKey } from '../../server/lots/lot-photos.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import type { Store } from '../../server/storage/store.ts';

/** One promise that was looked at; `broken`: how it was broken, empty where it was kept. */
export type Check = { name: string; broken: string };

export type Counts = {
  finished: number;
  failed: number;
  repeatedSteps: number;
  claimsAgain: number;
  mails: number;
  lettersTwice: number;
  files: number;
  leftOver: number;
  failures: string[];
};

type Ended = {
  pool: pg.Pool;
  store: Store;
  /** The ids that the dealers were answered, one for each key. */
  asked: readonly string[];
  reports: number;
  outboxes: readonly string[];
};

/** Checks everything that must hold once every report has ended, and counts what came of it. */
export async function soundness(ended: Ended): Promise<{ checks: Check[]; counts: Counts }> {
  const { pool, asked, reports } = ended;
  const numbers = async (query: string): Promise<number[]> =>
    (await pool.query<Record<string, string>>(query)).rows.flatMap((row) => Object.values(row).map(Number));
  const number = async (query: string): Promise<number> => (await numbers(query))[0] ?? 0;
  const checks: Check[] = [];
  const check = (name: string, broken: string | false): void => {
    checks.push({ name, broken: broken === false ? '' : broken });
  };
  const none = async (name: string, query: string): Promise<void> => {
    const found = (await pool.query<{ what: string }>(`${query} LIMIT 5`)).rows;
    check(name, found.length > 0 && found.map(({ what }) => what).join(', '));
  };

  const rows = await number('SELECT count(*) FROM reports');
  const known = await number(
    `SELECT count(*) FROM reports WHERE id = ANY(ARRAY['${asked.join("','")}']::uuid[])`,
  );
  check(
    'none lost: every report that was asked for is there',
    known !== reports && `${known} of ${reports} are there`,
  );
  check(
    'none twice: one report for each key, and no other',
    (rows !== reports || new Set(asked).size !== reports) && `${rows} rows, ${new Set(asked).size} ids`,
  );
  const finished = await number(`SELECT count(*) FROM reports WHERE status = 'finished'`);
  const failed = await number(`SELECT count(*) FROM reports WHERE status LIKE '%\\_failed'`);
  check(
    'every report is terminal: finished, or failed and refunded',
    finished + failed !== reports && `${finished} finished, ${failed} failed`,
  );
  const failures = (
    await pool.query<{ what: string }>(
      `SELECT status || ' (' || coalesce(error_code, '?') || '): ' || message AS what FROM reports WHERE status LIKE '%\\_failed'`,
    )
  ).rows.map(({ what }) => what);
  check(
    'no report failed for a fault that it could have waited out',
    failures.length > 0 && failures.join('; '),
  );

  await none(
    'each report is charged once, and settled or given back once',
    `SELECT r.id::text AS what FROM reports r LEFT JOIN quota_ledger l ON l.report_id = r.id GROUP BY r.id
      HAVING count(*) FILTER (WHERE kind = 'reserve') <> 1 OR count(*) FILTER (WHERE kind IN ('settle', 'refund')) <> 1`,
  );
  const faults = [...(await verifyLedger(pool)), ...(await verifyCommission(pool))];
  check('both ledgers are exact', faults.length > 0 && JSON.stringify(faults.slice(0, 3)));
  check('a balance that is wrong by one would have been found', await unseenFault(pool));
  const left = await number('SELECT sum(available_reports) FROM users');
  check('what dealers have left is what came back', left !== failed && `${left} left, ${failed} failed`);

  await none(
    'each step of a finished report is done, once',
    `SELECT r.id::text AS what FROM reports r LEFT JOIN report_steps s ON s.report_id = r.id WHERE r.status = 'finished'
      GROUP BY r.id HAVING count(*) FILTER (WHERE s.status = 'done') <> ${STEP_NAMES.length} OR count(*) <> ${STEP_NAMES.length}`,
  );
  await none(
    'no status is told more than a second time, and the last one once',
    `SELECT report_id || ' ' || (payload->>'status') AS what FROM report_events GROUP BY report_id, payload->>'status'
      HAVING count(*) > CASE WHEN payload->>'status' = 'finished' OR payload->>'status' LIKE '%\\_failed' THEN 1 ELSE 2 END`,
  );
  await none(
    'one outcome, one mail, and it went out',
    `SELECT r.id::text AS what FROM reports r LEFT JOIN mails m ON m.parameters->>'report_id' = r.id::text
      GROUP BY r.id HAVING count(m.id) <> 1 OR count(m.sent_at) <> 1`,
  );
  const outboxes = await Promise.all(ended.outboxes.map((folder) => openOutbox(folder)));
  const letters = (await Promise.all(outboxes.map((outbox) => outbox.list()))).flat();
  const mails = await number('SELECT count(*) FROM mails');
  check(
    'every mail that went out lies in an outbox',
    new Set(letters).size !== mails && `${new Set(letters).size} letters of ${mails} mails`,
  );

  const files = await checkFiles(ended, check, outboxes[0]);
  return {
    checks,
    counts: {
      finished,
      failed,
      failures,
      mails,
      lettersTwice: letters.length - new Set(letters).size,
      repeatedSteps: await number('SELECT coalesce(sum(attempt - 1), 0) FROM report_steps'),
      claimsAgain: await number('SELECT coalesce(sum(fence - 1), 0) FROM reports'),
      ...files,
    },
  };
}

/** Whether the check of the ledger would miss a report given away; nothing stays of it. */
async function unseenFault(pool: pg.Pool): Promise<string | false> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      'UPDATE users SET available_reports = available_reports + 1 WHERE id = (SELECT id FROM users LIMIT 1)',
    );
    return (await verifyLedger(client)).length === 0 && 'the check said nothing';
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Files that belong to no lot photo and no report the database knows. */
async function orphansIn(pool: pg.Pool, store: Store): Promise<string[]> {
  const ids = new Set(
    (
      await pool.query<{ id: string }>(
        'SELECT id::text FROM lot_photos UNION ALL SELECT id::text FROM reports',
      )
    ).rows.map(({ id }) => id),
  );
  const idOf = (key: string): string | undefined => key.split('/')[key.startsWith('lots/') ? 2 : 1];
  return (await store.list('')).filter((key) => !ids.has(idOf(key) ?? ''));
}

async function checkFiles(
  { pool, store }: Ended,
  check: (name: string, broken: string | false) => void,
  outbox: Awaited<ReturnType<typeof openOutbox>> | undefined,
): Promise<Pick<Counts, 'files' | 'leftOver'>> {
  const stray = 'lots/none/00000000-0000-4000-8000-000000000000/full.jpg';
  const leftOver = (await orphansIn(pool, store)).length;
  await store.put(stray, Buffer.from('x'), 'image/jpeg');
  const planted = (await orphansIn(pool, store)).length;
  check(
    'a file that belongs to nothing would have been found',
    planted !== leftOver + 1 && `${planted} found`,
  );
  if (outbox) await applyRetention({ pool, store, outbox });
  const orphans = await orphansIn(pool, store);
  check(
    'no orphan file once the service has tidied up',
    orphans.length > 0 && orphans.slice(0, 5).join(', '),
  );

  const keys = new Set(await store.list(''));
  const photos = await pool.query<{ id: string; lot_key: string }>(
    `SELECT id::text, lot_key FROM lot_photos WHERE state IN ('kept', 'duplicate')`,
  );
  const wanted = photos.rows.flatMap(({ id, lot_key }) =>
    FIRST_SIZES.map((size) => photoKey(lot_key, id, size)),
  );
  const missing = wanted.filter((key) => !keys.has(key));
  check('every file that the database names is there', missing.length > 0 && missing.slice(0, 5).join(', '));
  const unreadable: string[] = [];
  for (const key of keys) {
    if (!isWhole(key, (await store.get(key))?.bytes ?? Buffer.alloc(0))) unreadable.push(key);
  }
  check('every stored photo and PDF is whole', unreadable.length > 0 && unreadable.slice(0, 5).join(', '));
  const unread = await pool.query<{ what: string }>(
    `SELECT r.id::text AS what FROM reports r WHERE status = 'finished'
       AND EXISTS (SELECT 1 FROM jsonb_array_elements(model->'photos') photo WHERE photo.value->>'problem' IS NOT NULL) LIMIT 5`,
  );
  check(
    'no finished report lacks a photo',
    unread.rows.length > 0 && unread.rows.map(({ what }) => what).join(', '),
  );
  return { files: keys.size, leftOver };
}

/** Whether a file's end is as its beginning promises. */
function isWhole(key: string, bytes: Buffer): boolean {
  if (key.endsWith('.pdf'))
    return bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-8).toString().includes('%%EOF');
  if (key.endsWith('.jpg'))
    return (
      bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
    );
  return bytes.length > 0;
}
