import fs from 'node:fs';
import path from 'node:path';
import type { Bench } from './bench.ts';

/** `npm run bench [-- name …]`: runs each bench/<name>.ts that exports `bench`, prints its table, writes bench/results/<name>.json. */
const OWN = new Set(['bench.ts', 'longest-task.ts', 'own-browser.ts', 'run-bench.ts']);
const folder = import.meta.dirname;
const names = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !OWN.has(file))
  .map((file) => file.slice(0, -3));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0 || asked.includes('--help')) {
  process.stderr.write(`usage: npm run bench [-- name …]\nbenchmarks: ${names.join(', ')}\n`);
  process.exit(asked.includes('--help') ? 0 : 2);
}
for (const name of asked.length > 0 ? asked : names) {
  const { bench } = (await import(path.join(folder, `${name}.ts`))) as { bench?: Bench };
  if (!bench) continue;
  process.stdout.write(`\n${bench.name}: ${bench.about}\n`);
  const rows = await bench.run();
  console.table(rows);
  fs.mkdirSync(path.join(folder, 'results'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'results', `${name}.json`),
    `${JSON.stringify({ name: bench.name, about: bench.about, node: process.versions.node, measured: new Date().toISOString(), rows }, null, 2)}\n`,
  );
}
process.exit(0);
