import fs from 'node:fs';
import path from 'node:path';
import type { Bench } from './bench.ts';

/**
 * `npm run bench -- name …`: runs each bench/<name>.ts that exports `bench`, prints its table, writes bench/results/<name>.json,
 * which is tracked. `--all` runs every one; those that compare with an earlier commit are left out without BENCH_BEFORE.
 */
const OWN = new Set(['bench.ts', 'run-bench.ts']);
const folder = import.meta.dirname;
const names = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !OWN.has(file))
  .map((file) => file.slice(0, -3));
const asked = process.argv.slice(2);
const all = asked.includes('--all');
const named = asked.filter((name) => name !== '--all');
const unknown = named.filter((name) => !names.includes(name));
const USAGE = `usage: npm run bench -- name …      each overwrites bench/results/<name>.json
       npm run bench -- --all       every benchmark, which takes hours
benchmarks: ${names.join(', ')}
`;
if (asked.includes('--help') || asked.includes('-h')) {
  process.stdout.write(USAGE);
  process.exit(0);
}
// Without a name nothing runs: results are tracked, and one would be overwritten after the other.
if (unknown.length > 0 || (named.length === 0 && !all)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const commandOf = ({ name, againstBefore }: Bench): string =>
  `${againstBefore ? 'BENCH_BEFORE=<checkout of 9ce182a> ' : ''}npm run bench -- ${name}`;
const broken: string[] = [];
for (const name of all ? names : named) {
  const { bench } = (await import(path.join(folder, `${name}.ts`))) as { bench?: Bench };
  if (!bench) continue;
  if (all && bench.againstBefore && process.env.BENCH_BEFORE === undefined) {
    process.stdout.write(`\n${bench.name}: left out, BENCH_BEFORE names no checkout of commit 9ce182a\n`);
    continue;
  }
  process.stdout.write(`\n${bench.name}: ${bench.about}\n`);
  const answer = await bench.run();
  const { rows, broken: over } = Array.isArray(answer) ? { rows: answer, broken: [] } : answer;
  console.table(rows);
  broken.push(...over);
  fs.mkdirSync(path.join(folder, 'results'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'results', `${name}.json`),
    `${JSON.stringify({ name: bench.name, about: bench.about, command: commandOf(bench), node: process.versions.node, measured: new Date().toISOString(), rows }, null, 2)}\n`,
  );
}
for (const bound of broken) process.stderr.write(`broken: ${bound}\n`);
process.exit(broken.length > 0 ? 1 : 0);
