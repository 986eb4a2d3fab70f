import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** One document to set: the report as JSON, drawings as SVG text, photos as files only the compiler sees. */
export type PrintJob = {
  id: number;
  inputs: Record<string, string>;
  files: { path: string; bytes: Uint8Array }[];
};
export type PrintAnswer = { id: number; bytes: Uint8Array } | { id: number; problem: string };

/** Weights the template uses. */
const FONTS = ['400Regular', '500Medium', '600SemiBold', '700Bold'] as const;
/** Compilations a memoised result outlives; the cache is the process's, so it must not grow with each report. */
const CACHE_AGE = 3;

const require = createRequire(import.meta.url);
const fontFolder = path.dirname(require.resolve('@expo-google-fonts/inter/package.json'));
const fontBlobs = FONTS.map((name) => readFileSync(path.join(fontFolder, name, `Inter_${name}.ttf`)));
const workspace = import.meta.dirname;
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });

function print(job: PrintJob): Uint8Array {
  const shadows = job.files.map((file) => path.join(workspace, file.path));
  try {
    job.files.forEach((file, i) => {
      const shadow = shadows[i];
      if (shadow) compiler.mapShadow(shadow, Buffer.from(file.bytes));
    });
    const main = { mainFilePath: path.join(workspace, 'report.typ'), inputs: job.inputs };
    return compiler.pdf(main, { pdfStandard: 'ua-1' });
  } finally {
    for (const shadow of shadows) compiler.unmapShadow(shadow);
    compiler.evictCache(CACHE_AGE);
  }
}

parentPort?.on('message', (job: PrintJob) => {
  let answer: PrintAnswer;
  try {
    answer = { id: job.id, bytes: print(job) };
  } catch (error) {
    answer = { id: job.id, problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
