import { expect, signInAs, test } from './lotlens-test.ts';

test('a report opened again comes from the browser’s own store, once the service has said it is the same', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  const open = async (): Promise<{ sent: number; read: number }> => {
    await page.goto(`/reports/${reader.reportId}`);
    await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
    return await page.evaluate((id) => {
      const [entry] = performance
        .getEntriesByType('resource')
        .filter(
          ({ name }) => new URL(name).pathname === `/api/v1/reports/${id}`,
        ) as PerformanceResourceTiming[];
      return { sent: entry?.transferSize ?? 0, read: entry?.decodedBodySize ?? 0 };
    }, reader.reportId);
  };
  const first = await open();
  expect(first.read).toBeGreaterThan(100_000);
  expect(first.sent).toBeLessThan(first.read / 6);
  // A report just made may still get what is worked out after it: from when nothing new is in it, nothing is sent.
  let before = first.read;
  await expect(async () => {
    const { read, sent } = await open();
    const same = read === before;
    before = read;
    expect(same).toBe(true);
    expect(sent).toBeLessThan(1000);
  }).toPass({ timeout: 30_000 });
});
