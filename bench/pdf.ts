import sharp from 'sharp';
import { printReport } from '../server/pdf/print-report.ts';
import { sampleReport, unknownReport } from '../tests/fixtures/report-model.ts';

const WARM_RUNS = 10;

/** CPU and wall time of one PDF over `runs`, thumbnails included; a different report each time, so nothing is reused. */
async function measure(runs: number, print: (run: number) => Promise<Uint8Array>) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let size = 0;
  for (let i = 0; i < runs; i += 1) size = (await print(i)).length;
  const { user, system } = process.cpuUsage(cpu);
  return {
    cpu_ms: Math.round((user + system) / 1000 / runs),
    wall_ms: Math.round((performance.now() - start) / runs),
    kilobytes: Math.round(size / 1000),
  };
}

async function photo(number: number): Promise<{ number: number; bytes: Uint8Array }> {
  const noise = { type: 'gaussian' as const, mean: 110 + number * 5, sigma: 30 };
  const layer = sharp({ create: { width: 400, height: 300, channels: 3, noise, background: '#808080' } });
  return {
    number,
    bytes: await layer.resize(1600, 1200, { kernel: 'cubic' }).jpeg({ quality: 88 }).toBuffer(),
  };
}

export const bench = {
  name: 'pdf',
  about:
    'One report as PDF/UA-1: 46 lines, 12 photos of 1600 × 1200; cold starts the thread and reads the fonts',
  async run(): Promise<Record<string, number | string>[]> {
    const photos = await Promise.all(Array.from({ length: 12 }, (_, i) => photo(i + 1)));
    const report = (run: number) =>
      sampleReport({ report_id: `00000000-0000-4000-8000-${String(run).padStart(12, '0')}` });
    return [
      { case: 'cold, 12 photos', ...(await measure(1, () => printReport(report(0), photos))) },
      {
        case: 'warm, 12 photos',
        ...(await measure(WARM_RUNS, (run) => printReport(report(run + 1), photos))),
      },
      { case: 'warm, no photos', ...(await measure(WARM_RUNS, (run) => printReport(report(run + 100), []))) },
      { case: 'warm, nothing known', ...(await measure(WARM_RUNS, () => printReport(unknownReport(), []))) },
    ];
  },
};
