import { z } from 'zod';
import { type CataloguePart, cataloguePartSchema } from '../../../contract/schemas/part.ts';
import { type MakeKey, SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { eachAtMost } from '../../concurrency/each-at-most.ts';
import { CatalogueFault, unlessGone } from '../ask/catalogue-fault.ts';
import type { CatalogueVehicle } from '../parts-catalogue.ts';
import { type ApiCar, catalogueId, findCar } from './car.ts';
import type { PartsCatalogsClient } from './client.ts';
import { mayHold } from './collision-groups.ts';
import { type CarAsk, collisionLeaves, type Leaf, pathText, subgroups } from './leaves.ts';
import { partsOfDrawing } from './parts.ts';
import { partsSchema } from './schema.ts';

const AT_ONCE = 4;
/** Groups asked for one report: a car has some 40 that collisions reach (judgement). */
const MOST_LEAVES = 60;

/** Under this group stands which groups a car has, by their names: ids expire, names do not. */
const PLAN = 'plan';
const planSchema = z.array(z.array(z.string()));
const keptPartsSchema = z.array(cataloguePartSchema);

type Leaves = ReadonlyMap<string, readonly CataloguePart[]>;

const wantedOf = <T extends { readonly path: readonly string[] }>(
  leaves: readonly T[],
  categories: readonly string[],
): T[] => leaves.filter(({ path }) => mayHold(path, categories)).slice(0, MOST_LEAVES);

/** What is kept of a car, and whether that is all that is wanted. */
export function keptLeaves(
  kept: ReadonlyMap<string, unknown>,
  categories: readonly string[],
): { complete: boolean; leaves: Leaves; parts: CataloguePart[] } {
  const leaves = new Map<string, CataloguePart[]>();
  for (const [group, answer] of kept) {
    const parts = keptPartsSchema.safeParse(answer);
    if (group !== PLAN && parts.success) leaves.set(group, parts.data);
  }
  const plan = planSchema.safeParse(kept.get(PLAN));
  const wanted = wantedOf(
    (plan.data ?? []).map((path) => ({ path })),
    categories,
  ).map(pathText);
  return {
    complete: plan.success && wanted.every((path) => leaves.has(path)),
    leaves,
    parts: wanted.flatMap((path) => leaves.get(path) ?? []),
  };
}

export type ReadGiven = {
  readonly ask: PartsCatalogsClient;
  readonly make: MakeKey;
  readonly vehicle: CatalogueVehicle;
  readonly categories: readonly string[];
  readonly dated: string;
  readonly known: Leaves;
  readonly keep: (group: string, answer: unknown) => Promise<void>;
};

export type ReadLeaves = {
  parts: CataloguePart[];
  /** The first that went wrong, the gravest before all others. */
  fault: CatalogueFault | null;
  missed: number;
  wanted: number;
  /** Null where the API knows no such car, or could not be asked. */
  car: ApiCar | null;
  /** Groups of the car that collisions reach. */
  groups: number;
};

/** Asks for what is not known yet. Never throws for the source's sake; an aborted `signal` throws its reason. */
export async function readLeaves(
  input: ReadGiven,
  signal: AbortSignal,
  totalMs: number,
): Promise<ReadLeaves> {
  const clock = AbortSignal.timeout(totalMs);
  const limited = AbortSignal.any([signal, clock]);
  const faultOf = (error: unknown): CatalogueFault => {
    signal.throwIfAborted();
    if (error instanceof CatalogueFault) return error;
    if (clock.aborted) return new CatalogueFault('network', 'took too long', { cause: error });
    throw error;
  };
  const located = await locate(input, limited).catch(faultOf);
  if (located instanceof CatalogueFault) {
    // Nothing under the first addresses asked is nothing for this car.
    const fault = located.kind === 'gone' ? null : located;
    return { parts: [], fault, missed: 0, wanted: 0, car: null, groups: 0 };
  }
  const wanted = wantedOf([...located.leaves.values()], input.categories);
  const read = new Map(input.known);
  const faults: CatalogueFault[] = [];
  const readLeaf = leafReader(input, located, limited);
  await eachAtMost(
    AT_ONCE,
    wanted.filter((leaf) => !read.has(pathText(leaf))),
    async (leaf) => {
      if (clock.aborted || faults.some((fault) => fault.stopsAll)) return;
      const parts = await readLeaf(leaf).catch(faultOf);
      if (parts instanceof CatalogueFault) {
        faults.push(parts);
        return;
      }
      read.set(pathText(leaf), parts);
      await input.keep(pathText(leaf), parts);
    },
  );
  signal.throwIfAborted();
  const missed = wanted.filter((leaf) => !read.has(pathText(leaf))).length;
  return {
    parts: wanted.flatMap((leaf) => read.get(pathText(leaf)) ?? []),
    fault: faults.find((fault) => fault.stopsAll) ?? faults[0] ?? null,
    missed,
    wanted: wanted.length,
    car: located.car?.car ?? null,
    groups: located.leaves.size,
  };
}

type Located = { readonly car: CarAsk | null; readonly leaves: ReadonlyMap<string, Leaf> };

/** The car and the groups that collisions reach on it, with ids that are good for a while. */
async function locate(input: ReadGiven, signal: AbortSignal): Promise<Located> {
  const { ask, make, vehicle } = input;
  const found = await findCar(ask, make, vehicle, signal);
  if (found === null) return { car: null, leaves: new Map() };
  const car: CarAsk = { ask, make, car: found, signal };
  const leaves = new Map((await collisionLeaves(car)).map((leaf) => [pathText(leaf), leaf]));
  await input.keep(
    PLAN,
    [...leaves.values()].map(({ path }) => path),
  );
  return { car, leaves };
}

/** Reads one group; when its id has expired, the car is looked up anew, once for all groups. */
function leafReader(
  input: ReadGiven,
  first: Located,
  signal: AbortSignal,
): (leaf: Leaf) => Promise<CataloguePart[]> {
  let renewal: Promise<Located> | null = null;
  const readAt = async (located: Located, leaf: Leaf) => {
    const current = located.leaves.get(pathText(leaf));
    return located.car && current ? await partsUnder(input, located.car, current) : [];
  };
  return async (leaf) => {
    const parts = await unlessGone(readAt(renewal ? await renewal : first, leaf), null);
    if (parts) return parts;
    renewal ??= locate(input, signal);
    return await readAt(await renewal, leaf);
  };
}

/** The parts of a group, or of the drawings below it where the tree ends above them. */
async function partsUnder(input: ReadGiven, car: CarAsk, leaf: Leaf): Promise<CataloguePart[]> {
  const own = await unlessGone(partsOf(input, car, leaf), null);
  if (own) return own;
  const below = (await subgroups(car, leaf.id)).filter(
    ({ name, hasParts }) => hasParts === true && mayHold([...leaf.path, name], null),
  );
  const found: CataloguePart[] = [];
  for (const { id, name } of below)
    found.push(...(await partsOf(input, car, { id, path: [...leaf.path, name] })));
  return found;
}

async function partsOf(
  input: ReadGiven,
  { ask, make, car, signal }: CarAsk,
  leaf: Leaf,
): Promise<CataloguePart[]> {
  const { carId, criteria, fit, holdsFor } = car;
  const catalogue = catalogueId(make);
  const path = ['catalogs', catalogue, 'parts2'];
  const answer = await ask(path, { carId, groupId: leaf.id, criteria }, partsSchema, signal);
  return partsOfDrawing(answer, {
    catalogue: `parts-catalogs/${catalogue}`,
    source: `parts-catalogs.com, ${SUPPORTED_MAKES[make]} catalog`,
    dated: input.dated,
    group: leaf.path.at(-1) ?? '',
    fit,
    holdsFor,
  });
}
