import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keptDealerPartSchema } from '../../contract/dealer-page/opened-page.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { keepDealerPage } from '../../server/accounts/keep-dealer-page.ts';
import { readOpenedPage } from '../../server/parts-catalogues/dealer-store/opened-page.ts';
import { readFinishedReport } from '../../server/reports/read-report.ts';
import { addSampleReport, makeSampleReport } from './finished-report.ts';
import { addKeepingMember } from './keeping-member.ts';
import { startService, type TestService } from './service.ts';

/** Of the sample lot's car, and of another of its kind. */
const [VIN, OTHER_VIN] = ['WBA3A5C58EF900001', 'WBA3A5C51EF900003'];
const STORE = 'bmw.oempartsonline.com';
/** Made up; no catalogue has it. */
const CONDENSER = '64539999991';

type Opened = {
  number?: string;
  name?: string;
  price?: string;
  vin?: string | null;
  words?: string;
  said?: string;
  filler?: string;
};
const opened = ({
  number = CONDENSER,
  name = 'A/C Condenser',
  price = '345.67',
  vin = VIN,
  words = 'This part fits your vehicle',
  said,
  filler = '',
}: Opened = {}) => {
  const offers = { '@type': 'Offer', price, priceCurrency: 'USD' };
  const product = { '@type': 'Product', name, sku: number, offers };
  return {
    link: `https://${STORE}/oem-parts/bmw-part-${number}${vin === null ? '' : `?vin=${vin}`}`,
    page: `<body><script type="application/ld+json">${JSON.stringify(product)}</script><p>${words}</p>${filler}</body>`,
    ...(said !== undefined && { vin: said }),
  };
};

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function member() {
  const keeping = await addKeepingMember(service);
  const keep = (sent: ReturnType<typeof opened>) =>
    service.call('POST', 'users/me/dealer_pages', { token: keeping.token, json: sent });
  return {
    ...keeping,
    keep,
    kept: async (sent: ReturnType<typeof opened>) => keptDealerPartSchema.parse((await keep(sent)).json),
  };
}

const condenserOf = ({ estimate }: ReportModel): EstimateLine | undefined =>
  estimate.lines.find(({ category }) => category === 'ac_condenser');

describe('a dealer’s page that its user opened', () => {
  test('is listed among the kept estimates, by its store and its car', async () => {
    const { kept, list } = await member();
    const part = await kept(opened());
    expect(part).toMatchObject({ number: CONDENSER, price: 345.67, vin_from: 'page', fits_vin: true });
    expect(await list()).toEqual([part.kept]);
    expect(part.kept).toMatchObject({
      file_name: STORE,
      format: 'dealer_pages',
      vin: VIN,
      make: 'BMW',
      numbers: 1,
      prices: 1,
    });
  });

  test('stands with the others of its store, VIN and day, each number as it was seen last', async () => {
    const { userId, list } = await member();
    const keptOn = (moment: string, sent: ReturnType<typeof opened>) =>
      keepDealerPage({ pool: service.tools.pool, now: () => new Date(moment) }, userId, readOpenedPage(sent));
    await keptOn('2026-11-20T00:00:00.000Z', opened());
    await keptOn('2026-11-20T12:00:00.000Z', opened({ number: '51119999991', name: 'Bumper Cover' }));
    const { kept: row } = await keptOn('2026-11-20T23:59:59.999Z', opened({ price: '299.00' }));
    const { kept: other } = await keptOn('2026-11-20T23:59:59.999Z', opened({ vin: OTHER_VIN }));
    const { kept: next } = await keptOn('2026-11-21T00:00:00.000Z', opened());
    expect(row).toMatchObject({ numbers: 2, prices: 2, dated: '2026-11-20' });
    expect(next).toMatchObject({ numbers: 1, prices: 1, dated: '2026-11-21' });
    expect((await list()).map(({ estimate_id: id }) => id).sort()).toEqual(
      [row, other, next].map(({ estimate_id: id }) => id).sort(),
    );
  });

  test('is read in whatever size a page has', async () => {
    const { kept } = await member();
    expect(await kept(opened({ filler: `<p>${'x'.repeat(300_000)}</p>` }))).toMatchObject({
      number: CONDENSER,
    });
  });

  test('asks for a VIN where it names none, and takes the one its user says', async () => {
    const { keep, kept, list } = await member();
    const answer = await keep(opened({ vin: null }));
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code: 'validation_error', details: { field: 'vin', reason: 'no_vin' } },
    ]);
    expect(await list()).toEqual([]);
    expect(await kept(opened({ vin: null, said: VIN }))).toMatchObject({
      vin: VIN,
      vin_from: 'user',
      fits_vin: null,
    });
  });

  test('is refused where its number has not the form of the make of the VIN', async () => {
    const { keep, list } = await member();
    const answer = await keep(opened({ number: '52119-02001' }));
    expect(answer.json).toMatchObject({ code: 'validation_error', details: { reason: 'no_number' } });
    expect(await list()).toEqual([]);
  });

  test('is the account’s alone', async () => {
    const [one, other] = [await member(), await member()];
    const { kept } = await one.kept(opened());
    expect([await other.list(), (await other.remove(kept.estimate_id)).status]).toEqual([[], 404]);
    expect(await one.list()).toHaveLength(1);
  });

  test('is refused past the most that are kept', async () => {
    const { userId, keep } = await member();
    await service.tools.pool.query(
      `INSERT INTO kept_estimates (user_id, file_name, sha256, format, vin, make)
         SELECT $1, 'a.xml', n::text, 'bms', 'x', 'bmw' FROM generate_series(1, 500) AS n`,
      [userId],
    );
    expect((await keep(opened())).json).toMatchObject({ details: { reason: 'too_many' } });
  });
});

describe('a report of an account that keeps dealers’ pages', () => {
  test('has what was opened for its VIN, with its page, until that is removed', async () => {
    const { userId, kept, remove, recalculated } = await member();
    const id = await addSampleReport(service, userId);
    const before = condenserOf(await readFinishedReport(service.tools, userId, id));
    const { kept: row } = await kept(opened());
    const report = await recalculated(id, 0);
    expect(report.number_sources).toContainEqual({ source: 'dealer_pages', on: true, covers: true });
    const line = condenserOf(report);
    expect(line?.oem_numbers).toMatchObject([
      {
        number: CONDENSER,
        fit: 'exact_vin',
        opened_page: true,
        url: `https://${STORE}/oem-parts/bmw-part-${CONDENSER}`,
        dated: row.dated,
      },
    ]);
    expect(line?.part_price).toMatchObject({ likely: 345.67, basis: 'catalogue' });
    await remove(row.estimate_id);
    expect(condenserOf(await recalculated(id, 1))).toEqual(before);
  });

  test('marks what was opened for another car of the model and year', async () => {
    const { kept, userId } = await member();
    await kept(opened({ vin: OTHER_VIN }));
    const id = await makeSampleReport(service, userId);
    const line = condenserOf(await readFinishedReport(service.tools, userId, id));
    expect(line?.oem_numbers).toEqual([]);
    expect(line?.similar_numbers).toMatchObject([{ number: CONDENSER }]);
  });

  test('has nothing of what another account opened', async () => {
    const [one, other] = [await member(), await member()];
    await other.kept(opened());
    const id = await makeSampleReport(service, one.userId);
    const report = await readFinishedReport(service.tools, one.userId, id);
    expect(JSON.stringify(report)).not.toContain(CONDENSER);
  });
});
