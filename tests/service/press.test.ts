import { expect, it, onTestFinished } from 'vitest';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { createPress } from '../../server/pdf/press/press.ts';
import { sampleReport } from '../fixtures/report-model.ts';

const job = (id = '00000000-0000-4000-8000-000000000001') => ({
  model: sampleReport({ report_id: id }),
  photos: [],
  setting: {},
});

it('prints PDFs, also those asked for at once', async () => {
  const press = createPress();
  onTestFinished(() => press.close());
  const made = await Promise.all(
    [1, 2, 3].map((n) => press.print(SERVICE, job(`00000000-0000-4000-8000-00000000000${n}`))),
  );
  for (const pdf of made) expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
});

it('says why a report could not be set, and prints the next', async () => {
  const press = createPress();
  onTestFinished(() => press.close());
  const broken = { ...job(), model: {} as ReturnType<typeof sampleReport> };
  await expect(press.print(SERVICE, broken)).rejects.toMatchObject({
    message: 'The PDF could not be set',
    cause: { message: expect.stringContaining('undefined') },
  });
  expect((await press.print(SERVICE, job())).length).toBeGreaterThan(10_000);
});
