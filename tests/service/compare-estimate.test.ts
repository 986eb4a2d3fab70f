import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { estimateComparisonSchema } from '../../contract/estimate-exchange/estimate-comparison.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let token: string;
let userId: string;
let reportId: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  ({ token, userId } = await addSignedIn(service, 50));
  reportId = await addFinishedReport(service, userId);
});
afterAll(() => service.close());

type File = { name: string; content: string };
const compared = (files: readonly File[], id = reportId) =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/reports/${id}/compare_estimate`,
    headers: { authorization: `Bearer ${token}` },
    payload: { files },
  });
const file = (name: string, bytes: Buffer | string): File => ({
  name,
  content: Buffer.from(bytes).toString('base64'),
});

const bms = (filler = ''): File =>
  file(
    'estimate.xml',
    `<VehicleDamageEstimateAddRq xmlns="http://www.cieca.com/BMS"><DocumentInfo><BMSVer>5.2.22</BMSVer></DocumentInfo>
    <AdminInfo>${filler}</AdminInfo>
    <DamageLineInfo><LineNum>1</LineNum><LineDesc>Hood panel</LineDesc><PartInfo><PartType>PAN</PartType><PartPrice>900</PartPrice></PartInfo></DamageLineInfo>
    </VehicleDamageEstimateAddRq>`,
  );

describe('an estimate of an estimating system sent for a report', () => {
  test('is laid beside its written lines: our own pre-fill has the same total', async () => {
    const exported = await service.app.inject({
      url: `/api/v1/reports/${reportId}/export?format=ems`,
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = await compared([file('set.zip', exported.rawPayload)]);
    expect(answer.statusCode).toBe(200);
    const comparison = estimateComparisonSchema.parse(answer.json());
    const { estimate } = await readSampleReport();
    expect(comparison).toMatchObject({
      same_car: 'yes',
      ours: { total: estimate.outcome?.as_written },
      theirs: { format: 'ems', system: 'lotlens', totals: { gross: estimate.outcome?.as_written } },
    });
  });

  test('is read the same whether its body is small or large', async () => {
    const [small, large] = await Promise.all([compared([bms()]), compared([bms('x'.repeat(100_000))])]);
    expect([small.statusCode, large.statusCode]).toEqual([200, 200]);
    expect(large.json()).toEqual(small.json());
    expect(small.json()).toMatchObject({ same_car: 'unknown', theirs: { format: 'bms', lines: 1 } });
  });

  test('leaves the report as it was', async () => {
    const read = async () =>
      (
        await service.app.inject({
          url: `/api/v1/reports/${reportId}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).json();
    const before = await read();
    await compared([bms()]);
    expect(await read()).toEqual(before);
  });

  test.each([
    ['no estimate', file('photo.jpg', 'x'), 'unknown_format'],
    ['an XML file with declarations of its own', file('a.xml', '<!DOCTYPE a><a/>'), 'declarations'],
    ['a zip that is cut off', file('a.zip', 'PK\u0003\u0004'), 'damaged'],
  ])('is refused with the reason where it is %s', async (_, sent, reason) => {
    const answer = await compared([sent]);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'validation_error', details: expect.objectContaining({ reason }) }),
    ]);
  });

  test('is refused without a file', async () => {
    expect((await compared([])).statusCode).toBe(400);
  });

  test("for a report of another user gets the unknown one's 404", async () => {
    const stranger = await addSignedIn(service);
    const foreign = await addFinishedReport(service, stranger.userId);
    const [answer, unknown] = [
      await compared([bms()], foreign),
      await compared([bms()], crypto.randomUUID()),
    ];
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
  });
});
