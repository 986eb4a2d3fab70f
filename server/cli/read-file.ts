import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BAD_ROW_WORDS, FEED_PROBLEM_WORDS } from '../../contract/partners/feed-words.ts';
import { AppError } from '../errors.ts';
import { type EstimateFile, readEstimate } from '../estimate-exchange/read-estimate.ts';
import { readFeed } from '../partners/stock/read-feed.ts';
import { sayFault, UsageError } from './usage-error.ts';

const HELP = `Reads an estimate or a partner's stock file as the service does, and stores nothing.

usage: npm run read-file -- estimate <folder or files>
       npm run read-file -- feed <file> --website https://shop.example

estimate   an EMS set (its folder, its files or a zip) or one BMS file. Prints one JSON object: the estimate with every line,
           which lines count, their parts in US dollars and hours, and the file's totals that they don't add up to
feed       a stock file; --website is where its links must lead. Prints one JSON object: items taken, how many rows are left
           out, and the rejected rows with their reasons
exit       0 done, 2 wrong usage, 3 a file that can't be taken, which is said in words, 1 anything else
`;

const hundredths = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100;

/** A folder stands for the files in it. */
const filesAt = (place: string): EstimateFile[] =>
  (statSync(place).isDirectory() ? readdirSync(place).map((name) => path.join(place, name)) : [place]).map(
    (file) => ({ name: path.basename(file), bytes: readFileSync(file) }),
  );

async function estimateIn(places: readonly string[]): Promise<object> {
  if (places.length === 0) throw new UsageError('an estimate’s files are needed');
  const { lines, ...head } = await readEstimate(places.flatMap(filesAt));
  const counted = lines.filter(({ counts }) => counts);
  return {
    ...head,
    lines_counted: counted.length,
    parts: hundredths(counted.map(({ part }) => (part?.price ?? 0) * (part?.quantity ?? 0))),
    labor_hours: hundredths(counted.flatMap(({ labour }) => labour.map(({ hours }) => hours))),
    refinish_hours: hundredths(counted.map(({ refinish_hours }) => refinish_hours)),
    lines,
  };
}

function feedIn(places: readonly string[], website: string | undefined): object {
  const [file, ...others] = places;
  if (file === undefined || others.length > 0 || website === undefined)
    throw new UsageError('one stock file and --website are needed');
  const feed = readFeed(readFileSync(file), website);
  return {
    taken: feed.kind === 'read' ? feed.good : 0,
    left_out: feed.left_out,
    rejected: feed.bad_rows.map((row) => ({ ...row, words: BAD_ROW_WORDS[row.reason] })),
    ...(feed.kind === 'refused' && { problem: feed.problem, words: FEED_PROBLEM_WORDS[feed.problem] }),
    items: feed.kind === 'read' ? feed.chunks.flatMap((chunk): unknown[] => JSON.parse(chunk)) : [],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { website: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [kind, ...places] = positionals;
  if (kind !== 'estimate' && kind !== 'feed') throw new UsageError('estimate or feed is needed');
  const answer = kind === 'estimate' ? await estimateIn(places) : feedIn(places, values.website);
  if ('problem' in answer) process.exitCode = 3;
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  process.exitCode = sayFault(error, HELP) ? 2 : error instanceof AppError ? 3 : 1;
}
