// `node scripts/build-starter-catalogue.ts starter-parts.csv`: the starter catalogue of the sample cars, in the columns of the
// catalogue import, and made-up prices for them. Input: CSV with make, model, year_from, year_to, diagram, number, name, price
// (public online parts listings). Kept are collision parts alone, at most 150 rows a vehicle, chosen so that every part of
// the damaged zone of its sample lot is there first, then one number of every other part, then more variants. The input's
// prices only help to tell a part from its pieces; none is kept. The rule of the made-up ones: `madeUpPrice`.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DATE_UNKNOWN } from '../contract/report-view/source-date.ts';
import { SAMPLE_LISTINGS } from '../samples/sample-lots.ts';
import { type Category, categoryById } from '../server/categories/generic-categories.ts';
import { matchPartName } from '../server/categories/match-part-name.ts';
import { partCost } from '../server/estimate/tables/part-costs.ts';
import { readImportFile } from '../server/parts-catalogues/imported-file/read-import-file.ts';
import { isHardware } from '../server/parts-catalogues/merge/hardware.ts';
import { readMake } from '../server/vehicles/makes.ts';

const SOURCE = 'public online parts listing; page and date not recorded';
const COLUMNS =
  'make,model,year_from,year_to,vin_prefix,group,number,name,side,position,qty,notes,price,currency,supplier_url,source,licence,dated'.split(
    ',',
  );
const MOST_ROWS = 150;

const rowSchema = z.object({
  make: z.string(),
  model: z.string(),
  year_from: z.string(),
  year_to: z.string(),
  diagram: z.string(),
  number: z.string(),
  name: z.string(),
  price: z.string(),
});
type Row = z.infer<typeof rowSchema>;
type Placed = { row: Row; category: Category; side: string; position: string };

/** The sample vehicles, and what stands in the damaged zone of their sample lot. */
const VEHICLES: readonly { model: string; damaged(part: Placed): boolean }[] = [
  {
    model: '3 Series',
    damaged: ({ category, position }) => category.zones.includes('front') && position !== 'rear',
  },
  {
    model: 'QX60',
    damaged: ({ category, position }) => category.zones.includes('rear') && position !== 'front',
  },
  {
    model: 'Q50',
    damaged: ({ category, side, position }) =>
      category.section === 'restraints' ||
      (category.zones.includes('front') && position !== 'rear' && side !== 'right') ||
      (category.zones.includes('left') && position !== 'rear' && side === 'left'),
  },
];

/** Parts that a repair takes along but no estimate begins with: theirs come last. */
const SMALL = new Set(
  `air_cleaner antenna ac_compressor coil_spring cowl_panel dash_panel_structure door_handle_cover door_hinge door_lock door_sash
   door_weatherstrip emblem_front emblem_rear floor_panel fuel_door headliner headlamp_bulb hood_cable hood_seal horn
   hub_bearing mud_flap roof_molding roof_rail stabilizer sunroof_frame trunk_trim washer_reservoir wheel_cap window_motor
   windshield_molding wiper_arm_blade wiper_motor`.split(/\s+/),
);

function place(row: Row): Placed | null {
  const match = matchPartName({ make: row.make, name: row.name, diagram: row.diagram, number: row.number });
  const category = match.category === null ? undefined : categoryById(match.category);
  return category ? { row, category, side: match.side, position: match.position } : null;
}

const priceOf = ({ row }: Placed) => (Number(row.price) > 1 ? Number(row.price) : 0);

/** The rows of one vehicle, the ones that matter most first, cut at the limit; then in the order of the source. */
function choose(rows: readonly Row[], damaged: (part: Placed) => boolean): Row[] {
  const placed = rows.flatMap((row) => place(row) ?? []);
  const groups = Map.groupBy(placed, (part) => `${part.category.id} ${part.side} ${part.position}`);
  const ranked = [...groups.values()].flatMap((variants) =>
    // The dearest of a category is the part itself, the cheap ones are pieces of it.
    variants
      .toSorted((a, b) => priceOf(b) - priceOf(a))
      .map((part, index) => ({
        row: part.row,
        rank: rankOf(part, index, damaged(part)),
      })),
  );
  const chosen = new Set(
    ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MOST_ROWS)
      .map(({ row }) => row),
  );
  return rows.filter((row) => chosen.has(row));
}

/** Lower comes first: the damaged zone with two variants, one number of every part elsewhere, small parts, more variants. */
function rankOf({ category }: Placed, variant: number, damaged: boolean): number {
  const small = SMALL.has(category.id);
  if (!small && damaged && variant < 2) return 0;
  if (variant > 0) return (damaged ? 4 : 5) + variant;
  return small ? (damaged ? 2 : 3) : 1;
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function lineOf(row: Row): string {
  const cells: Record<string, string> = {
    ...row,
    group: row.diagram,
    price: '',
    source: SOURCE,
    licence: 'facts only',
    dated: DATE_UNKNOWN,
  };
  return COLUMNS.map((column) => quoted(cells[column] ?? '')).join(',');
}

/**
 * A made-up price in whole US dollars: the `premium` list price our own table has for the part's category, times 0.9 to 1.1 by
 * the first byte of the number's SHA-256. Null for pieces of a part and for categories without a row: they stay unpriced.
 */
function madeUpPrice(row: Row): number | null {
  const category = place(row)?.category.id;
  const cost = category === undefined ? undefined : partCost(category);
  if (category === undefined || cost === undefined) return null;
  if (isHardware({ category, name: row.name }, readMake(row.make).key)) return null;
  const [byte = 0] = createHash('sha256').update(row.number).digest();
  return Math.round(cost.premium * (0.9 + (0.2 * byte) / 255));
}

/** `VIN, number, price` of a made-up car's parts. */
function pricesOf(model: string, rows: readonly Row[]): string[] {
  const vin = Object.values(SAMPLE_LISTINGS).find((listing) => listing.model === model)?.vin;
  if (vin === undefined) throw new Error(`No sample lot has a ${model}.`);
  const prices = new Map(
    rows.filter((row) => row.model === model).map((row) => [row.number, madeUpPrice(row)]),
  );
  return [...prices].flatMap(([number, price]) => (price === null ? [] : [`${vin}\t${number}\t${price}`]));
}

const [input] = process.argv.slice(2);
if (input === undefined) {
  process.stderr.write('usage: node scripts/build-starter-catalogue.ts starter-parts.csv\n');
  process.exitCode = 2;
} else {
  const rows = z.array(rowSchema).parse(parse(readFileSync(input), { columns: true, bom: true }));
  const chosen = VEHICLES.flatMap(({ model, damaged }) =>
    choose(
      rows.filter((row) => row.model === model),
      damaged,
    ),
  );
  const text = `${[COLUMNS.join(','), ...chosen.map(lineOf)].join('\n')}\n`;
  const { refused } = readImportFile(new TextEncoder().encode(text), SOURCE);
  for (const { line, reason } of refused) process.stderr.write(`line ${line}: ${reason}\n`);
  if (refused.length > 0) process.exitCode = 1;
  else {
    writeFileSync(new URL('../samples/starter-catalogue.csv', import.meta.url), text);
    const prices = VEHICLES.flatMap(({ model }) => pricesOf(model, chosen));
    writeFileSync(
      new URL('../samples/sample-prices.tsv', import.meta.url),
      `${['vin\tnumber\tprice', ...prices].join('\n')}\n`,
    );
  }
  process.stdout.write(`${chosen.length} of ${rows.length} rows, ${refused.length} refused\n`);
}
