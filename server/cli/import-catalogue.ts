import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { processConfig } from '../config.ts';
import { replaceCatalogue } from '../db/catalogue/catalogue-parts.ts';
import { ImportFileError, readImportFile } from '../parts-catalogues/imported-file/read-import-file.ts';
import { openServiceDatabase } from './open-service-database.ts';
import { sayFault, UsageError } from './usage-error.ts';

const HELP = `Imports a parts catalogue file; rows imported under the same name before are replaced.

usage: npm run import-catalogue -- file.csv [--catalogue name] [--check]
       npm run import-catalogue -- -           (reads standard input; needs --catalogue)

file        CSV with a header, or JSON Lines; UTF-8. Columns: make, model, year_from, year_to, vin_prefix, group (or
            diagram), number, name, side, position, qty, notes, price, currency, supplier_url, source, licence,
            dated (the day of the source, 2026-01-31); required are make, model, year_from, year_to, group, number and name
--catalogue the name it is stored under; without it, the file's name
--check     only reads the file and prints the report; stores nothing
prints      one JSON object: catalogue, accepted, price_style (how the file writes prices, decided from all its rows),
            prices (how many rows have one), refused (line, number, reason of each row not taken); with --check also
            rows: number, price and currency of each row taken
exit        0 done (refused rows or not), 2 wrong usage or an unusable file, 1 anything else
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      catalogue: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('one file is needed');
  const catalogue = (values.catalogue ?? (file === '-' ? '' : path.parse(file).name)).trim();
  if (catalogue === '') throw new UsageError('--catalogue is needed when reading standard input');
  const { rows, refused, price_style } = readImportFile(
    readFileSync(file === '-' ? process.stdin.fd : file),
    `${catalogue}, imported ${new Date().toISOString().slice(0, 10)}`,
  );
  if (rows.length === 0 && !values.check)
    process.stderr.write('No row was accepted; what was imported before stays as it is.\n');
  else if (!values.check) await store(catalogue, rows);
  const report = {
    catalogue,
    stored: !values.check && rows.length > 0,
    accepted: rows.length,
    price_style: price_style === 'comma' ? '1.234,56' : '1,234.56',
    prices: rows.filter(({ price }) => price !== null).length,
    refused,
    ...(values.check && { rows: rows.map(({ number, price, currency }) => ({ number, price, currency })) }),
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

async function store(catalogue: string, rows: Parameters<typeof replaceCatalogue>[1]['rows']): Promise<void> {
  const service = await openServiceDatabase(processConfig());
  try {
    await replaceCatalogue(service.database.pool, { catalogue, rows });
  } finally {
    await service.close();
  }
}

try {
  await main();
} catch (error) {
  process.exitCode = sayFault(error, HELP) || error instanceof ImportFileError ? 2 : 1;
}
