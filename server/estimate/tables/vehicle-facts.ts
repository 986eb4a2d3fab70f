import { z } from 'zod';
import { type BodyClass, bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { electrified } from '../../vehicles/fuel-of-model.ts';
import { basisSchema, readTsv, sourcesSchema } from './read-table.ts';

const list = z.string().transform((text) => text.split(/;\s*/).filter(Boolean));
const number = z.coerce.number();
const makeSchema = z.object({
  make: z.string(),
  aliases: z.string(),
  price_class: number,
  retention: number,
  msrp: number,
});
const modelSchema = z.object({
  make: z.string(),
  names: list,
  msrp: number,
  price_class: number,
  retention: number,
  body: bodyClassSchema,
  /** Of the retention; empty: judgement, on the ground vehicle-value.json gives for models. */
  basis: z.union([basisSchema, z.literal('').transform(() => 'judgement' as const)]),
  sources: list.pipe(sourcesSchema),
  /**
   * Ground of `msrp` for makes beyond the 19: US list prices, lowest trim to a high one, thousands of dollars, and their model year
   * (common knowledge, judgement). Empty: the ground that vehicle-value.json gives for all models.
   */
  list_prices: z.union([z.literal(''), z.string().regex(/^\d+-\d+ \d{4}$/)]),
});
const trimSchema = z.object({ words: z.string(), factor: number });

/** Lower case, letters and digits only: how names of makes and models are compared. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

type Make = z.infer<typeof makeSchema>;
type Model = z.infer<typeof modelSchema>;

/** The tables of makes, models and trims, as they are looked up. */
function readTables() {
  const makeByName = new Map<string, Make>();
  for (const make of readTsv('makes.tsv', makeSchema))
    for (const name of [make.make, ...make.aliases.split(' ').filter(Boolean)])
      makeByName.set(lettersOf(name), make);
  const modelsByMake = new Map<string, { letters: string; words: number; model: Model }[]>();
  for (const model of readTsv('models.tsv', modelSchema)) {
    const rows = modelsByMake.get(model.make) ?? [];
    for (const name of model.names)
      rows.push({ letters: lettersOf(name), words: wordsOf(name).length, model });
    modelsByMake.set(model.make, rows);
  }
  for (const rows of modelsByMake.values()) rows.sort((a, b) => b.letters.length - a.letters.length);
  const trims = readTsv('trims.tsv', trimSchema).map((row) => ({
    words: row.words.split(' '),
    factor: row.factor,
  }));
  return {
    makeByName,
    modelsByMake,
    trims,
    longestTrim: Math.max(...trims.map((trim) => trim.words.length)),
  };
}
let read: ReturnType<typeof readTables> | undefined;
/** Read with the first car: a process that describes none starts without them. */
const tables = (): ReturnType<typeof readTables> => {
  read ??= readTables();
  return read;
};

export type ListedVehicle = {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim?: string | null;
  readonly body_class?: BodyClass | null;
  readonly fuel?: string | null;
  readonly drive?: string | null;
};
export type VehicleFacts = {
  /** What the tables know: the model, the make alone, or neither. */
  readonly known: 'model' | 'make' | 'none';
  readonly make: string | null;
  readonly model: string | null;
  readonly body_class: BodyClass | null;
  /** List price of a typical trim at model year 2018, US dollars; null where neither make nor model is known. */
  readonly msrp: number | null;
  readonly price_class: number | null;
  readonly retention: number | null;
  readonly trim_factor: number;
  readonly electric: boolean;
  readonly hybrid: boolean;
  readonly diesel: boolean;
  /** Whether all four wheels are driven, null unknown. */
  readonly four_wheel: boolean | null;
};

/** The model whose name the text starts with, else the longest one it holds as whole words. */
function findModel(make: Make, text: string): { model: Model; rest: string[] } | null {
  const rows = tables().modelsByMake.get(make.make) ?? [];
  const words = wordsOf(text);
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + 4); to > from; to--) {
      const letters = words.slice(from, to).join('');
      const found = rows.find((row) => row.letters === letters);
      if (found) return { model: found.model, rest: [...words.slice(0, from), ...words.slice(to)] };
    }
  const joined = lettersOf(text);
  const start = rows.find((row) => row.letters.length >= 3 && joined.startsWith(row.letters));
  return start ? { model: start.model, rest: words } : null;
}

/** Product of the trim words found, the longest phrase first; engines and doors say nothing. */
function trimProduct(words: readonly string[]): number {
  const { trims, longestTrim } = tables();
  let factor = 1;
  for (let at = 0; at < words.length; ) {
    let used = 1;
    for (let length = Math.min(longestTrim, words.length - at); length > 0; length--) {
      const trim = trims.find(
        (row) => row.words.length === length && row.words.every((word, k) => word === words[at + k]),
      );
      if (!trim) continue;
      factor *= trim.factor;
      used = length;
      break;
    }
    at += used;
  }
  return factor;
}

/** What a car's trim is worth against the typical one; `LE/XLE` names two trims, the car has one: their middle. */
function trimFactor(text: string): number {
  const each = text.split(/[/,|]/).map((one) => Math.log(trimProduct(wordsOf(one))));
  return Math.min(2, Math.max(0.8, Math.exp(each.reduce((sum, log) => sum + log, 0) / each.length)));
}

function fourWheel(drive: string): boolean | null {
  if (/\b(4wd|awd|4x4|4matic|quattro|xdrive)\b|all[ -]?wheel|four[ -]?wheel|4[ -]?wheel/i.test(drive))
    return true;
  return /\b(fwd|rwd|2wd|4x2|2x4)\b|front|rear/i.test(drive) ? false : null;
}

/** BMW's lines hold cars of very different prices: the trim (`540i`) tells which one it is. */
const isLine = (model: Model): boolean => / Series$/.test(model.names[0] ?? '');

/** The model that listing and trim name (`Mustang` and `GT` is one), and what is beside it: alternatives stand between slashes. */
function modelAndTrim(make: Make, vehicle: ListedVehicle): { model: Model | null; trim: string } {
  const [named = '', ...orNamed] = (vehicle.model ?? '').split('/');
  const [trim = '', ...orTrim] = (vehicle.trim ?? '').split('/');
  const found = findModel(make, `${named} ${trim}`);
  const closer = found && isLine(found.model) ? findModel(make, trim) : null;
  const rest = (closer ?? found)?.rest.join(' ') ?? `${named} ${trim}`;
  return { model: (closer ?? found)?.model ?? null, trim: [rest, ...orNamed, ...orTrim].join('/') };
}

/** What the tables of makes, models and trims know of a listed vehicle. Never throws. */
export function vehicleFacts(vehicle: ListedVehicle): VehicleFacts {
  const make = tables().makeByName.get(lettersOf(vehicle.make ?? '')) ?? null;
  const { model, trim } = make
    ? modelAndTrim(make, vehicle)
    : { model: null, trim: `${vehicle.model ?? ''} ${vehicle.trim ?? ''}` };
  const fuel = vehicle.fuel ?? '';
  const drive = electrified(fuel);
  return {
    known: model ? 'model' : make ? 'make' : 'none',
    make: make?.make ?? null,
    model: model?.names[0] ?? null,
    body_class: vehicle.body_class ?? model?.body ?? null,
    msrp: model?.msrp ?? make?.msrp ?? null,
    price_class: model?.price_class ?? make?.price_class ?? null,
    retention: model?.retention ?? make?.retention ?? null,
    trim_factor: trimFactor(trim),
    electric: drive === 'Electric',
    hybrid: drive === 'Hybrid',
    diesel: /diesel/i.test(fuel),
    four_wheel: fourWheel(vehicle.drive ?? ''),
  };
}
