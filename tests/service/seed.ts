import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { grantReports, reserveReport } from '../../server/db/accounts/quota.ts';
import { insertUser, markVerified } from '../../server/db/accounts/users.ts';
import { inTransaction } from '../../server/db/client.ts';
import { appendEvent } from '../../server/db/reports/report-events.ts';
import { insertReport } from '../../server/db/reports/reports.ts';

/** A verified user with so many reports. */
export async function addUser(
  pool: pg.Pool,
  reports: number,
  email = `${randomUUID()}@example.test`,
): Promise<string> {
  return await inTransaction(pool, async (client) => {
    const id = await insertUser(client, {
      email,
      first_name: 'Test',
      last_name: 'Person',
      passwordHash: 'none',
    });
    if (id === null) throw new Error(`${email} exists`);
    await markVerified(client, id);
    if (reports > 0) await grantReports(client, id, reports, 'test');
    return id;
  });
}

/** A made-up lot, distinct by `lotKey`. */
export function madeUpLot(lotKey: string = `copart:${randomUUID()}`): StoredLot {
  return {
    lot_key: lotKey,
    origin: 'fetched',
    read_at: '2026-01-01T00:00:00.000Z',
    site: 'copart',
    lot_number: '11112222',
    url: 'https://www.copart.com/lot/11112222',
    name: '2018 TOYOTA CAMRY SE',
    vin: '4T1B11HK1JU******',
    vin_masked: true,
    year: 2018,
    make: 'Toyota',
    make_supported: true,
    model: 'CAMRY',
    trim: 'SE',
    body_style: 'SEDAN 4D',
    mileage: 61_234,
    odometer: { value: 61_234, unit: 'mi', brand: 'ACTUAL' },
    primary_damage: 'FRONT END',
    secondary_damage: null,
    loss_type: null,
    run_condition: 'runs_and_drives',
    keys: 'yes',
    airbags: null,
    title: null,
    engine: null,
    drive: null,
    transmission: null,
    fuel: 'GAS',
    color: null,
    retail_value: 17_000,
    seller_repair_cost: null,
    sale_date: null,
    location: 'Dallas TX',
    seller: null,
    listing_state: 'active',
    images: [],
  };
}

/** A report row ready to run, reserved for its user when there is one. */
export async function addReport(
  pool: pg.Pool,
  userId: string | null,
  lot: StoredLot = madeUpLot(),
): Promise<string> {
  return await inTransaction(pool, async (client) => {
    const made = await insertReport(client, { userId, lot, message: 'queued' });
    if (made === null) throw new Error('a report is running for this lot');
    if (userId !== null && !(await reserveReport(client, { userId, reportId: made.id, reason: 'test' })))
      throw new Error('no reports left');
    await appendEvent(client, made);
    return made.id;
  });
}
