import { type Category, type CategoryId, categoryById } from './generic-categories.ts';
import type { NumberCode } from './number-codes.ts';
import { codeOf } from './number-codes.ts';
import { alternatesOf, type ReadName, readName } from './read-name.ts';
import { HEAD_RANKS, NAME_RULES, type NameRule } from './rule-tables.ts';
import {
  diagramPosition,
  type NamePosition,
  type NameSide,
  namedPosition,
  positionOf,
  sideOf,
} from './side-and-position.ts';

/** `make` is a key of the supported makes; `diagram` the drawing or group the part stands in, may be empty. */
export type PartNameQuery = {
  readonly make: string;
  readonly name: string;
  readonly diagram?: string;
  readonly number?: string;
  /** What the source's own id of the part is known to mean: outranks the words unless they name a piece of it. */
  readonly sourceSays?: CategoryId | undefined;
};

export type PartNameMatch = {
  /** null: unmapped, which is a good answer for hardware and for anything not surely in the vocabulary. */
  readonly category: CategoryId | null;
  readonly side: NameSide;
  readonly position: NamePosition;
  /** What decided: `head:condition`, `number:code` or why nothing did. */
  readonly rule: string;
};

/** Words that say where or which, never what: a segment of them alone does not hide the noun after it. */
const MODIFIERS = new Set(
  'front rear upper lower outer inner center side driver passenger led halogen xenon hid heated power electric high left right head fog tail stop rearview first second third main middle adaptive laser full auxiliary assistant'.split(
    ' ',
  ),
);

/** The head noun: the strongest noun of the first segment that has one, the last between equals. */
function headOf(name: ReadName): string | null {
  for (const segment of name.segments) {
    let head: string | null = null;
    let strength = 0;
    for (const word of segment) {
      const rank = HEAD_RANKS.get(word) ?? 0;
      if (rank > 0 && rank >= strength) {
        head = word;
        strength = rank;
      }
    }
    if (head) return head;
    // An unknown noun stands first: the part is that, whatever it belongs to.
    if (segment.some((word) => !MODIFIERS.has(word) && !/\d/.test(word))) return null;
  }
  return null;
}

function holds(rule: NameRule, name: ReadName, diagram: ReadName, make: string): boolean {
  return rule.terms.every((term) => {
    const found = term.any.some((word) => {
      if (term.in === 'make') return word === make;
      return (term.in === 'diagram' ? diagram : name).words.has(word);
    });
    return found !== term.not;
  });
}

/** Fills the `*` of a category with the name's end of the car, else the diagram's; null where neither tells. */
function placed(category: string, name: ReadName, diagram: ReadName): CategoryId | null {
  if (!category.includes('*')) return category;
  const named = namedPosition(name);
  const end = named === 'none' ? diagramPosition(diagram) : named;
  return end === 'none' ? null : category.replace('*', end);
}

type Found = { category: CategoryId | null; rule: string };

function byRules(name: ReadName, diagram: ReadName, make: string): Found {
  const head = headOf(name);
  if (!head) return { category: null, rule: 'no known noun' };
  for (const rule of NAME_RULES.get(head) ?? []) {
    if (!holds(rule, name, diagram, make)) continue;
    const said = rule.terms.map((term) => `${term.not ? '!' : ''}${term.any.join('/')}`).join(' ');
    const category = rule.category === null ? null : placed(rule.category, name, diagram);
    return { category, rule: `${head}: ${said || 'alone'}` };
  }
  return { category: null, rule: `${head}: no rule` };
}

/** A number's function code outranks the name unless the name is plainly a smaller part (bracket, seal, cover …). */
const SMALLER_PART = 84;

const strongestNouns = new Map<CategoryId, number>();

/**
 * Rank of the strongest noun by which the vocabulary knows a category, 0 for none: a name with a stronger one is that of a piece of
 * it. Read when asked for: all categories at once would take a twentieth of a process's start.
 */
function strongestNoun(id: CategoryId): number {
  const known = strongestNouns.get(id);
  if (known !== undefined) return known;
  const category = categoryById(id);
  const names = category ? [category.name, ...category.synonyms] : [];
  const rank = Math.max(
    0,
    ...names.flatMap((name) => [...readName(name, '').words].map((word) => HEAD_RANKS.get(word) ?? 0)),
  );
  strongestNouns.set(id, rank);
  return rank;
}

const smallerThan = (category: CategoryId, name: ReadName): boolean =>
  (HEAD_RANKS.get(headOf(name) ?? '') ?? 0) >= Math.max(SMALLER_PART, strongestNoun(category) + 1);

/** Whether each alternate of a name is plainly that of a piece of this part: the bracket, clip or bulb of it. */
export const namesPieceOf = (category: CategoryId, name: string, make: string): boolean => {
  const alternates = alternatesOf(name);
  return alternates.length > 0 && alternates.every((one) => smallerThan(category, readName(one, make)));
};

function withCode(found: Found, name: ReadName, code: NumberCode | null): Found {
  if (!code || found.category === code.category) return found;
  const head = headOf(name);
  const smaller = head !== null && (HEAD_RANKS.get(head) ?? 0) >= SMALLER_PART;
  if (smaller && !(head === 'cover' && found.category === null)) return found;
  return { category: code.category, rule: `number: ${code.code}` };
}

/** Of two alternates the one whose end of the car is the diagram's. */
function fitsBetter(alternate: ReadName, chosen: ReadName, diagram: ReadName): boolean {
  const drawn = diagramPosition(diagram);
  return drawn !== 'none' && namedPosition(chosen) !== drawn && namedPosition(alternate) === drawn;
}

/** The side that the name says, else the one of the number's code, else the only one that its other alternates say. */
function placedSide(
  name: ReadName,
  names: readonly ReadName[],
  category: Category | undefined,
  code: NumberCode | null,
): NameSide {
  const side = sideOf(name, category);
  if (side !== 'none' || category === undefined || name.sides.size > 0) return side;
  if (code?.side) return code.side;
  const [only, ...others] = new Set(names.flatMap(({ sides }) => [...sides]));
  return only !== undefined && others.length === 0 && category.side === 'LR' ? only : side;
}

/**
 * Places one catalogue name in the fixed vocabulary with its side and position. Never throws; `none` is an answer.
 * Alternates ("a; b") are read in turn and the first that is in the vocabulary answers.
 */
export function matchPartName(query: PartNameQuery): PartNameMatch {
  const make = query.make
    .trim()
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const diagram = readName(query.diagram ?? '', make);
  const code = codeOf(make, query.number ?? '');
  const names = alternatesOf(query.name).map((alternate) => readName(alternate, make));
  const [first = readName('', make)] = names;
  let name = first;
  let found: Found = { category: null, rule: 'empty name' };
  for (const alternate of names) {
    const answer = withCode(byRules(alternate, diagram, make), alternate, code);
    const better =
      answer.category !== null && (found.category === null || fitsBetter(alternate, name, diagram));
    if (found.rule === 'empty name' || better) {
      name = alternate;
      found = answer;
    }
  }
  const { sourceSays } = query;
  if (sourceSays !== undefined && !smallerThan(sourceSays, name))
    found = { category: sourceSays, rule: 'source id' };
  const category = found.category === null ? undefined : categoryById(found.category);
  return {
    category: found.category,
    side: placedSide(name, names, category, code),
    position: positionOf(name, diagram, category),
    rule: found.rule,
  };
}
