import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { supportedMakesWords, unsupportedWords } from '../../contract/lot-words.ts';
import { stageOf } from '../../contract/report-status.ts';
import { examinedWords } from '../../contract/report-view/head/examined.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { pause } from '../concurrency/pause.ts';
import { SERVICE } from '../concurrency/work-caller.ts';
import { processConfig } from '../config.ts';
import { inTransaction } from '../db/client.ts';
import { insertReport } from '../db/reports/reports.ts';
import { AppError } from '../errors.ts';
import { createLog, logStream } from '../log.ts';
import { scrapeLot, scrapeUserSuppliedPage } from '../lots/scrape-lot.ts';
import { reportEngine } from '../pipeline/run/report-engine.ts';
import { runReport } from '../pipeline/run/run-report.ts';
import { readFinishedReport } from '../reports/read-report.ts';
import { createTools, type Tools } from '../tools.ts';

const HELP = `usage: npm run report -- <auction link> [--page saved-file …] [--out file.pdf] [--json file.json]

Reads the lot, runs the eight steps and prints the report as PDF. No server and no account needed; nothing is charged.

  --page FILE   the lot's page as you have it: saved HTML, the site's JSON, or its visible text; may be given several times;
                - reads standard input. Then nothing is fetched from the auction site.
  --out FILE    where the PDF goes (default: <year>-<make>-<model>-<lot>.pdf here)
  --json FILE   the report as JSON too; - writes it to standard output

Exit codes: 0 done · 2 wrong usage · 3 the lot can't be read · 4 the make is not supported · 1 anything else.
`;

const EXIT = { done: 0, failed: 1, usage: 2, unreadable: 3, unsupported_make: 4 } as const;
const UNREADABLE = new Set([
  'unsupported_url',
  'extraction_failed',
  'source_blocked',
  'source_unreachable',
  'lot_not_found',
  'wrong_number_kind',
  'layout_changed',
  'several_lots',
]);

class UsageError extends Error {}

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function readPages(files: string[]): Promise<string[]> {
  const standardInput = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  };
  return await Promise.all(
    files.map((file) =>
      file === '-'
        ? standardInput()
        : fs.readFile(file, 'utf8').catch(() => {
            throw new UsageError(`The page ${file} can't be read.`);
          }),
    ),
  );
}

/** A live line on a terminal, one line a change elsewhere. */
function progressLine(): { show(status: string): void; end(): void } {
  const live = process.stderr.isTTY;
  const started = performance.now();
  return {
    show(status) {
      const { label, progress } = stageOf(status);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const text = `${String(Math.round(progress * 100)).padStart(3)}%  ${label}  (${status.replaceAll('_', ' ')}, ${seconds} s)`;
      process.stderr.write(live ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (live) process.stderr.write('\n');
    },
  };
}

async function makeReport(tools: Tools, lot: StoredLot): Promise<ReportModel> {
  const made = await inTransaction(tools.pool, (client) =>
    insertReport(client, { userId: null, lot, message: 'Started from the command line' }),
  );
  if (made === null) throw new Error('The report could not be created.');
  const line = progressLine();
  line.show('create_task');
  const engine = reportEngine(tools, (status) => line.show(status));
  for (;;) {
    const outcome = await runReport(engine, made.id, AbortSignal.timeout(15 * 60_000));
    if (outcome.kind === 'later') {
      await pause(outcome.ms);
      continue;
    }
    line.end();
    if (outcome.kind === 'failed') throw new AppError('unavailable', outcome.message);
    if (outcome.kind === 'gone') throw new Error('The report was ended elsewhere.');
    return await readFinishedReport(tools, null, made.id);
  }
}

/** To a file, or for `-` to standard output, waiting until a pipe took all of it. */
async function writeText(file: string, text: string): Promise<void> {
  if (file !== '-') return await fs.writeFile(file, text);
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );
}

const money = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      page: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  const [link, ...rest] = positionals;
  if (link === undefined || rest.length > 0)
    throw new UsageError(link === undefined ? 'An auction link is missing.' : 'One link at a time.');
  const pages = await readPages(values.page);
  const config = { ...processConfig(), PREFETCH_PHOTOS: false };
  const level = config.LOG_LEVEL === 'info' ? 'error' : config.LOG_LEVEL;
  const tools = await createTools(config, createLog(level, logStream(config)));
  try {
    const lot =
      pages.length > 0
        ? await scrapeUserSuppliedPage(tools.lots, { link, pages })
        : await scrapeLot(tools.lots, link, AbortSignal.timeout(60_000));
    const told = [
      lot.name ?? 'Unnamed vehicle',
      lot.lot_number && `lot ${lot.lot_number}`,
      lot.site,
      lot.origin === 'sample' && 'sample',
    ];
    say(told.filter(Boolean).join(' · '));
    if (!lot.make_supported) {
      const { make, vehicle_kind, possible_makes } = lot;
      say(
        vehicle_kind || possible_makes
          ? unsupportedWords(lot)
          : `This make is not supported at this time: ${make ?? 'unknown'}.`,
      );
      const working = supportedMakesWords(lot);
      if (working !== null) say(working);
      return EXIT.unsupported_make;
    }
    const model = await makeReport(tools, lot);
    const pdf = await tools.printed.pdfOf(SERVICE, model);
    const out = path.resolve(values.out ?? pdf.filename);
    await fs.writeFile(out, pdf.bytes);
    if (values.json !== undefined) await writeText(values.json, `${JSON.stringify(model, null, 2)}\n`);
    const { low, likely, high } = model.headline.repair;
    say(
      `Repair ${money(low)} – ${money(likely)} – ${money(high)}, ${model.headline.parts_count} parts. ${examinedWords(model)}`,
    );
    say(`PDF: ${out}`);
    return EXIT.done;
  } finally {
    await tools.queue.stop(0);
    tools.hub.close();
    await tools.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const usage =
    error instanceof UsageError ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  say(error instanceof Error ? error.message : String(error));
  if (error instanceof AppError && typeof error.details.reason === 'string') say(error.details.reason);
  if (usage) say(`\n${HELP}`);
  const code = error instanceof AppError ? error.code : null;
  const lost = code !== null && UNREADABLE.has(code) ? EXIT.unreadable : EXIT.failed;
  process.exitCode = usage ? EXIT.usage : code === 'unsupported_make' ? EXIT.unsupported_make : lost;
}
// Idle worker threads would keep the process for a while.
process.exit();
