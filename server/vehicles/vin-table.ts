import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** vPIC element ids that the table keeps. */
export const ELEMENT = {
  bodyClass: 5,
  cylinders: 9,
  displacementLitres: 13,
  doors: 14,
  engineModel: 18,
  fuel: 24,
  model: 28,
  plantCity: 31,
  series: 34,
  trim: 38,
  plantCountry: 75,
  plantState: 77,
} as const;

/** The file as `scripts/build-vpic-table.ts` writes it: short tuples, for size. */
export type VinTableFile = {
  /** Model name → makes that have one of that name. */
  modelMake: Record<string, string[]>;
  source: string;
  /** id, WMI, vPIC vehicle type, make; one row for each make of a WMI. */
  wmi: [number, string, number, string][];
  /** WMI id, schema id, first and last model year (null: still in use). */
  links: [number, number, number, number | null][];
  /** Schema id, name. */
  schemas: [number, string][];
  /** Schema id, key, element id, value; in order of schema. */
  patterns: [number, string, number, string][];
};

export type Wmi = {
  readonly vehicleType: number;
  readonly makes: readonly string[];
  readonly links: readonly { readonly schema: number; readonly from: number; readonly to: number }[];
};

export type VinTable = {
  readonly wmis: ReadonlyMap<string, Wmi>;
  readonly schemaNames: ReadonlyMap<number, string>;
  readonly makesOfModel: ReadonlyMap<string, readonly string[]>;
  /** Where a schema's patterns stand in the columns: from, to (exclusive). */
  readonly spans: ReadonlyMap<number, readonly [number, number]>;
  /** Columns side by side: a pattern is the same index of the three. */
  readonly keys: readonly string[];
  readonly elements: Uint8Array;
  readonly values: readonly string[];
};

let loaded: VinTable | null = null;

const SHIPPED = new URL('data/vpic-19makes.json.gz', import.meta.url);
/** Written by `scripts/build-vpic-table.ts --makes all`; not shipped. */
export const OWN_TABLE = new URL('data/vpic-all-makes.json.gz', import.meta.url);

/**
 * The operator's own table of all makes where it lies there, else the shipped one; unpacked at the first use and then kept. That takes
 * about 0.1 s, so what serves people does it as it starts.
 */
export function vinTable(): VinTable {
  loaded ??= packVinTable(readVinTableFile(existsSync(OWN_TABLE) ? OWN_TABLE : SHIPPED));
  return loaded;
}

export function readVinTableFile(file: URL | string): VinTableFile {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as VinTableFile;
}

/** Columns and one copy of each string: a tenth of the memory of the tuples they came from. */
export function packVinTable(file: VinTableFile): VinTable {
  const once = new Map<string, string>();
  const intern = (text: string): string => {
    const seen = once.get(text);
    if (seen !== undefined) return seen;
    once.set(text, text);
    return text;
  };
  const links = Map.groupBy(file.links, ([wmi]) => wmi);
  const wmis = new Map<string, Wmi>();
  for (const [code, rows] of Map.groupBy(file.wmi, ([, wmi]) => wmi)) {
    wmis.set(code, {
      vehicleType: rows[0]?.[2] ?? 0,
      makes: [...new Set(rows.map(([, , , make]) => make))],
      links: [...new Set(rows.map(([id]) => id))].flatMap((id) =>
        (links.get(id) ?? []).map(([, schema, from, to]) => ({ schema, from, to: to ?? 9999 })),
      ),
    });
  }
  const spans = new Map<number, [number, number]>();
  const keys: string[] = [];
  const values: string[] = [];
  const elements = new Uint8Array(file.patterns.length);
  for (const [index, [schema, key, element, value]] of file.patterns.entries()) {
    const span = spans.get(schema);
    if (span) span[1] = index + 1;
    else spans.set(schema, [index, index + 1]);
    keys.push(intern(key));
    values.push(intern(value));
    elements[index] = element;
  }
  return {
    wmis,
    schemaNames: new Map(file.schemas),
    makesOfModel: new Map(Object.entries(file.modelMake)),
    spans,
    keys,
    elements,
    values,
  };
}
