import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { PrintSetting } from '../data/print-data.ts';
import type { GivenPhoto } from '../data/print-photos.ts';
import { reportDocument } from '../report-document.ts';
import type { Typesetter } from './typesetter.ts';
import { openTypesetter, type TypesetterKind } from './which-typesetter.ts';

/** A report to print; `photos` are image files by the report's photo numbers. */
export type PrintJob = { model: ReportModel; photos: readonly GivenPhoto[]; setting: PrintSetting };
export type PrintOrder = PrintJob & { id: number };
/** `rss`: what this process holds afterwards, in bytes. */
export type PrintAnswer = { id: number; rss: number } & ({ bytes: Uint8Array } | { problem: string });

const kind: TypesetterKind = process.argv[2] === 'wasm' ? 'wasm' : 'native';
let typesetter: Promise<Typesetter> | undefined;

async function print({ model, photos, setting }: PrintJob): Promise<Uint8Array> {
  typesetter ??= openTypesetter(kind);
  return (await typesetter).set(await reportDocument(model, photos, setting));
}

// A terminal's Ctrl-C reaches every process: the one that prints decides when this one ends, by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (order: PrintOrder) => {
  let answer: { bytes: Uint8Array } | { problem: string };
  try {
    answer = { bytes: await print(order) };
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : String(error) };
  }
  process.send?.({ id: order.id, rss: process.memoryUsage.rss(), ...answer } satisfies PrintAnswer);
});
