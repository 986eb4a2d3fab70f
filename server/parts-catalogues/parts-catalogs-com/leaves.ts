import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { eachAtMost } from '../../concurrency/each-at-most.ts';
import { unlessGone } from '../ask/catalogue-fault.ts';
import { type ApiCar, catalogueId } from './car.ts';
import type { PartsCatalogsClient } from './client.ts';
import { mayHold } from './collision-groups.ts';
import { type Groups, groupsSchema, type TreeNode, treeSchema } from './schema.ts';

/** A group at the end of the tree: where parts stand. `path` are its names from the root down. */
export type Leaf = { readonly id: string; readonly path: readonly string[] };

/** What the API is asked with for one car. */
export type CarAsk = {
  readonly ask: PartsCatalogsClient;
  readonly make: MakeKey;
  readonly car: ApiCar;
  readonly signal: AbortSignal;
};

const DEEPEST = 5;
const AT_ONCE = 4;

export const pathText = (leaf: Pick<Leaf, 'path'>): string => leaf.path.join(' > ');

/** Every group that collision parts may stand in, whatever is wanted this time; no path twice. */
export async function collisionLeaves(input: CarAsk): Promise<Leaf[]> {
  const listed = input.car.tree ? await leavesOfTree(input) : [];
  const leaves = listed.length > 0 ? listed : await walk(input, null, []);
  return numbered(leaves);
}

/** Drawings of one name at one place (illustration 1 of 2, 2 of 2) get a number, so that every path is one group's. */
function numbered(leaves: readonly Leaf[]): Leaf[] {
  const times = new Map<string, number>();
  return leaves.map((leaf) => {
    const text = pathText(leaf);
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return time === 1 ? leaf : { ...leaf, path: leaf.path.with(-1, `${leaf.path.at(-1)} (${time})`) };
  });
}

async function leavesOfTree({ ask, make, car, signal }: CarAsk): Promise<Leaf[]> {
  const { carId, criteria } = car;
  const path = ['catalogs', catalogueId(make), 'groups-tree'];
  // Where the tree is announced but not there, the groups can still be walked.
  const tree = await unlessGone(ask(path, { carId, criteria, cached: '1' }, treeSchema, signal), []);
  const placed = new Map<string, string>();
  const endsOf = (nodes: readonly TreeNode[], above: readonly string[]): Leaf[] =>
    nodes.flatMap((node) => {
      const names = [...above, node.name ?? ''];
      if (node.subGroups && node.subGroups.length > 0) return endsOf(node.subGroups, names);
      if (!mayHold(names, null)) return [];
      // The same drawing hangs under several branches, each time with another id that holds the branch's.
      const drawing = /^\d+$/.test(node.id) ? node.id : (node.name ?? '');
      const branch = above.join(' > ');
      if ((placed.get(drawing) ?? branch) !== branch) return [];
      placed.set(drawing, branch);
      return [{ id: node.id, path: names }];
    });
  return endsOf(tree, []);
}

export function subgroups({ ask, make, car, signal }: CarAsk, groupId: string | null): Promise<Groups> {
  const { carId, criteria } = car;
  const path = ['catalogs', catalogueId(make), 'groups2', ''];
  return ask(path, { carId, groupId, criteria }, groupsSchema, signal);
}

/** Below a group, branches that no collision reaches left out. */
async function walk(input: CarAsk, groupId: string | null, above: readonly string[]): Promise<Leaf[]> {
  const found: Leaf[][] = [];
  const groups = (await subgroups(input, groupId))
    .map((group, index) => ({ ...group, at: index, path: [...above, group.name] }))
    .filter(({ path }) => mayHold(path, null));
  await eachAtMost(AT_ONCE, groups, async ({ id, path, at, hasParts, hasSubgroups }) => {
    const own = hasParts === true ? [{ id, path }] : [];
    const deeper = hasSubgroups === true && path.length < DEEPEST;
    found[at] = [...own, ...(deeper ? await walk(input, id, path) : [])];
  });
  return found.flat();
}
