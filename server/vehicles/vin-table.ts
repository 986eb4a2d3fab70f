import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** vPIC element ids that the table keeps. */
export const ELEMENT = {
  bodyClass: 5,
  cylinders: 9,
  displacementLitres: 13,
  doors: 14,
  engineModel: 18,
  fuel: 24,
  weightClass: 25,
  model: 28,
  plantCity: 31,
  series: 34,
  trim: 38,
  secondFuel: 66,
  plantCountry: 75,
  plantState: 77,
} as const;

/** vPIC's ids of vehicle types. */
export const VEHICLE_TYPE = {
  motorcycle: 1,
  car: 2,
  truck: 3,
  bus: 5,
  trailer: 6,
  multipurpose: 7,
  lowSpeed: 9,
  incomplete: 10,
  offRoad: 13,
} as const;

/** vPIC's id of trucks of 10,000 lb gross weight or less. */
const LIGHT_TRUCK = 1;

const index = z.number().int().nonnegative();
const wmiSchema = z.tuple([
  z.string(),
  /** Vehicle type. */
  index,
  /** Truck type, 0 unknown. */
  index,
  /** Places of its makes in `makes`. */
  z.array(index),
  /** Place in `schemas`, first and last model year (0: still in use), for each link. */
  z.array(index),
]);
const headSchema = z.object({
  source: z.string(),
  makes: z.array(z.string()),
  wmis: z.array(wmiSchema),
  schemas: z.array(z.string()),
  /** Patterns of each schema, in order: they follow one another in the columns. */
  patterns: z.array(index),
  keys: z.array(z.string()),
  values: z.array(z.string()),
  /** For each value that is a model its make's place in `makes` plus 1, else 0. */
  valueMakes: z.array(index),
});
/**
 * What is in the file before the columns. A model's id in vPIC belongs to one make: `1500` of Ram and `1500` of Chevrolet are two
 * values here.
 */
export type VinTableHead = z.infer<typeof headSchema>;
/** One entry for each pattern: places in `keys` and `values`, and the element's id. */
export type VinTableColumns = { keys: Uint32Array; values: Uint32Array; elements: Uint8Array };

export type Wmi = {
  readonly vehicleType: number;
  /** A truck of 10,000 lb gross weight or less. */
  readonly isLightTruck: boolean;
  /** Every make that builds under this code, as vPIC writes it. */
  readonly makes: readonly string[];
  readonly links: readonly { readonly schema: number; readonly from: number; readonly to: number }[];
};

export type VinTable = {
  readonly source: string;
  readonly wmis: ReadonlyMap<string, Wmi>;
  readonly schemaNames: readonly string[];
  /** The first pattern of each schema; the one after the last schema ends it. */
  readonly starts: Uint32Array;
  readonly keyNames: readonly string[];
  readonly valueNames: readonly string[];
  /** The make of a value that is a model. */
  makeOfValue(value: number): string | null;
  readonly columns: VinTableColumns;
};

let loaded: VinTable | null = null;

/** Written by `scripts/build-vpic-table.ts`. */
export const SHIPPED_TABLE = new URL('data/vpic.bin.gz', import.meta.url);

/** The shipped table of all makes, unpacked at the first use and then kept (`npm run bench -- vin-decode` for time and memory). */
export function vinTable(): VinTable {
  loaded ??= unpackVinTable(readFileSync(SHIPPED_TABLE));
  return loaded;
}

/** Bytes of an integer of the columns. */
const WIDE = 4;

/** A gzip of: the length of the head in bytes, the head as JSON padded to a multiple of four, then the columns one after the other, little-endian. */
export function unpackVinTable(packed: Uint8Array): VinTable {
  const bytes = gunzipSync(packed);
  const headLength = bytes.readUInt32LE(0);
  const text = bytes.toString('utf8', WIDE, WIDE + headLength);
  const head = headSchema.parse(JSON.parse(text));
  const count = head.patterns.reduce((sum, patterns) => sum + patterns, 0);
  // A copy starts at a multiple of four, as a view of integers must.
  const columns = bytes.buffer.slice(bytes.byteOffset + WIDE + headLength, bytes.byteOffset + bytes.length);
  const starts = new Uint32Array(head.patterns.length + 1);
  for (const [schema, patterns] of head.patterns.entries())
    starts[schema + 1] = (starts[schema] ?? 0) + patterns;
  return {
    source: head.source,
    wmis: new Map(head.wmis.map((row) => [row[0], wmiOf(row, head.makes)])),
    schemaNames: head.schemas,
    starts,
    keyNames: head.keys,
    valueNames: head.values,
    makeOfValue: (value) => head.makes[(head.valueMakes[value] ?? 0) - 1] ?? null,
    columns: {
      keys: new Uint32Array(columns, 0, count),
      values: new Uint32Array(columns, count * WIDE, count),
      elements: new Uint8Array(columns, 2 * count * WIDE, count),
    },
  };
}

function wmiOf(
  [, vehicleType, truckType, makes, links]: VinTableHead['wmis'][number],
  names: readonly string[],
): Wmi {
  return {
    vehicleType,
    isLightTruck: vehicleType === VEHICLE_TYPE.truck && truckType === LIGHT_TRUCK,
    makes: makes.flatMap((make) => names[make] ?? []),
    links: Array.from({ length: links.length / 3 }, (_, at) => ({
      schema: links[at * 3] ?? 0,
      from: links[at * 3 + 1] ?? 0,
      to: links[at * 3 + 2] || Infinity,
    })),
  };
}

/** The bytes of a table's file, before they are compressed. */
export function packVinTable(head: VinTableHead, columns: VinTableColumns): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const padded = Buffer.concat([json, Buffer.alloc(-json.length & (WIDE - 1), ' ')]);
  const length = Buffer.alloc(WIDE);
  length.writeUInt32LE(padded.length);
  const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint8Array) =>
    Buffer.from(buffer, byteOffset, byteLength);
  return Buffer.concat([
    length,
    padded,
    bytesOf(columns.keys),
    bytesOf(columns.values),
    bytesOf(columns.elements),
  ]);
}
