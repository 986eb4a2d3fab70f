import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { matchNameList } from '../categories/match-name-list.ts';

const HELP = `Places part names of OEM catalogs in the fixed vocabulary of parts.

usage: npm run match-part-names -- names.tsv
       npm run match-part-names -- -          (reads standard input)

names.tsv  tab-separated with a header: make, name and, if known, diagram and number (any order, others ignored)
prints     make, name, diagram, category, side, position: same rows, same order; category is an id or none,
           side left, right or none, position front, rear or none
exit       0 done, 2 wrong usage or a missing column, 1 anything else
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file] = args;
  if (file === undefined || args.length > 1 || (file.startsWith('-') && file !== '-')) {
    process.stderr.write(HELP);
    return 2;
  }
  let text: string;
  try {
    text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    return 1;
  }
  const answer = matchNameList(text);
  if (!answer.ok) {
    process.stderr.write(`missing column: ${answer.missing.join(', ')}\n`);
    return 2;
  }
  process.stdout.write(`${answer.lines.join('\n')}\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
