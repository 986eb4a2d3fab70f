import sharp from 'sharp';
import type { ReportModel } from '../contract/schemas/report.ts';
import type { GivenPhoto } from '../server/pdf/data/print-photos.ts';
import { openTypesetter, typesetterKind } from '../server/pdf/press/which-typesetter.ts';
import { reportDocument } from '../server/pdf/report-document.ts';
import { sampleReport, unknownReport } from '../tests/fixtures/report-model.ts';
import { reactPdfReport } from './rivals/react-pdf-report.ts';

const WARM_RUNS = 10;

/** What the press's process does for one report, here: so that its CPU is this process's. */
let typesetter: ReturnType<typeof openTypesetter> | undefined;
async function printReport(model: ReportModel, photos: readonly GivenPhoto[]): Promise<Uint8Array> {
  typesetter ??= openTypesetter(typesetterKind());
  return (await typesetter).set(await reportDocument(model, photos));
}

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

type Measured = Awaited<ReturnType<typeof measure>>;

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
    'One report as PDF/UA-1: 46 lines, 12 photos of 1600 × 1200; cold loads the compiler and reads the fonts. ratio: CPU of ours ÷ CPU of @react-pdf/renderer, which sets the same words, lines, photos and totals plainly',
  async run(): Promise<Record<string, number | string>[]> {
    const photos = await Promise.all(Array.from({ length: 12 }, (_, i) => photo(i + 1)));
    const report = (run: number) =>
      sampleReport({ report_id: `00000000-0000-4000-8000-${String(run).padStart(12, '0')}` });
    const versus = async (name: string, input: typeof photos) => {
      await reactPdfReport(report(0), input);
      // In turns, so that whatever else the machine does weighs on both alike.
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      for (let run = 1; run <= WARM_RUNS; run += 1) {
        ours.push(await measure(1, () => printReport(report(run + input.length * 100), input)));
        theirs.push(await measure(1, () => reactPdfReport(report(run), input)));
      }
      const mean = (rows: Measured[]) =>
        Object.fromEntries(
          (['cpu_ms', 'wall_ms', 'kilobytes'] as const).map((key) => [
            key,
            Math.round(rows.reduce((sum, row) => sum + row[key], 0) / rows.length),
          ]),
        );
      const cpu = (rows: Measured[]) => rows.reduce((sum, row) => sum + row.cpu_ms, 0);
      return [
        { case: `warm, ${name}`, ...mean(ours), ratio: Math.round((100 * cpu(ours)) / cpu(theirs)) / 100 },
        { case: `@react-pdf/renderer, ${name}`, ...mean(theirs) },
      ];
    };
    return [
      { case: 'cold, 12 photos', ...(await measure(1, () => printReport(report(0), photos))) },
      ...(await versus('12 photos', photos)),
      ...(await versus('no photos', [])),
      { case: 'warm, nothing known', ...(await measure(WARM_RUNS, () => printReport(unknownReport(), []))) },
    ];
  },
};
