import { DomUtils } from 'htmlparser2';
import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { type MarkupTree, markupTree } from '../markup/markup-tree.ts';
import { SYSTEMS_BY_CODE } from './ems-codes.ts';
import {
  codedState,
  importedEstimate,
  importedLines,
  lineState,
  type RawLine,
  readVehicle,
  sum,
} from './imported-lines.ts';
import { type FileTotals, totalDifferences } from './total-differences.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

/** An estimate, or a change of one; wherever it is in the document, because systems put envelopes around it. */
const ROOTS = new Set(['VehicleDamageEstimateAddRq', 'VehicleDamageEstimateChgRq']);
const ROOT_IN_TEXT = /<(?:[\w.-]+:)?VehicleDamageEstimate(?:Add|Chg)Rq[\s>]/;
/** Real files are some ten deep; a line of an estimate has some 60 elements, and an estimate at most 2,000 lines (judgement). */
const BMS = { xml: true, deepest: 40, mostTags: 500_000 };

type Node = Pick<MarkupTree, 'children'>;

/** The document as text, by its mark or what it declares. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const latin = /encoding=["'](?:iso-8859-1|windows-1252|us-ascii)["']/i.test(head);
  return new TextDecoder(latin ? 'windows-1252' : 'utf-8').decode(bytes);
}

const localName = (name: string): string => name.replace(/^.*:/, '');

/** The elements of this name right below a node. They are known by their local names, whatever prefix a system gives them. */
const all = (node: Node, name: string) =>
  node.children.filter((child) => DomUtils.isTag(child)).filter((child) => localName(child.name) === name);

/** The first element at the end of a path of names; null where there is none. */
function at(node: Node, ...path: readonly string[]): Node | null {
  let found: Node | undefined = node;
  for (const name of path) found = found && all(found, name)[0];
  return found ?? null;
}

function word(node: Node, ...path: readonly string[]): string | null {
  const found = at(node, ...path);
  return found && (DomUtils.textContent(found.children).trim() || null);
}

function number(node: Node, ...path: readonly string[]): number | null {
  const text = word(node, ...path);
  // Decimals of the schema have no signs for money or thousands; some systems write them nevertheless.
  const plain = text?.replace(/^(-?)\$ */, '$1').replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  const value = plain ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** A mark that says yes: `1`, `true` or `Y`. */
const marked = (node: Node, name: string): boolean => /^(1|true|y|yes)$/i.test(word(node, name) ?? '');

const UNRELATED = /unrelated|\b(?:not|non)[ -]?(?:claim[ -]?|loss[ -]?)?(?:related|claim)|^upd\b/i;
const PRIOR = /prior|previous|pre-?existing|\bold\b|^(?:related|rpd)\b/i;

/** Only damage of the current claim is of this loss. Operations 17 and 19 are prior damage, related (RPD) and not (UPD). */
function damageOf(line: Node, operations: readonly (string | null)[]): RawLine['damage'] {
  const type = word(line, 'LineType') ?? '';
  if (operations.includes('OP19') || UNRELATED.test(type)) return 'unrelated';
  return operations.includes('OP17') || PRIOR.test(type) ? 'prior' : 'this_loss';
}

function rawLine(line: Node, rates: ReadonlyMap<string, number>): RawLine {
  const partCode = word(line, 'PartInfo', 'PartType');
  const oem = word(line, 'PartInfo', 'OEMPartNum');
  const given = word(line, 'PartInfo', 'PartNum');
  const part = at(line, 'PartInfo');
  const work = ['LaborInfo', 'RefinishLaborInfo'].flatMap((name) =>
    all(line, name).map((labour) => {
      const code = word(labour, 'LaborType');
      const hours = marked(labour, 'LaborInclInd') ? 0 : (number(labour, 'LaborHours') ?? 0);
      const rate = rates.get(code ?? '');
      const amount = number(labour, 'LaborAmt') ?? (rate === undefined ? null : rate * hours);
      return { code, operation: word(labour, 'LaborOperation'), hours, amount };
    }),
  );
  const lineNumber = number(line, 'LineNum');
  const supplement = number(line, 'SupplementNum') ?? 0;
  const price = number(line, 'PartInfo', 'PartPrice');
  return {
    number: lineNumber !== null && Number.isInteger(lineNumber) && lineNumber > 0 ? lineNumber : null,
    supplement,
    state: lineState(codedState(word(line, 'LineStatusCode')), supplement),
    damage: damageOf(
      line,
      work.map(({ operation }) => operation),
    ),
    parent: number(line, 'ParentLineNum'),
    heading: word(line, 'LineHeaderDesc'),
    description: word(line, 'LineDesc'),
    reference: word(line, 'VendorRefNum'),
    partCode,
    // On a line of another part the number beside it is that maker's.
    oemNumber: oem ?? (partCode === 'PAN' ? given : null),
    price: price !== null && part !== null && marked(part, 'PriceInclInd') ? 0 : price,
    quantity: number(line, 'PartInfo', 'Quantity'),
    work,
    other: sum(all(line, 'OtherChargesInfo').map((charge) => number(charge, 'Price') ?? 0)),
  };
}

function totalsOf(root: Node): ImportedEstimate['totals'] {
  const totals = at(root, 'RepairTotalsInfo');
  if (totals === null) return { gross: null, net: null, tax: null };
  const summary = (subtype: string): number | null => {
    const row = all(totals, 'SummaryTotalsInfo').find((one) => word(one, 'TotalSubType') === subtype);
    return row ? number(row, 'TotalAmt') : null;
  };
  const taxes = ['LaborTotalsInfo', 'PartsTotalsInfo', 'OtherChargesTotalsInfo'].flatMap((name) =>
    all(totals, name).flatMap((row) => number(row, 'TaxTotalAmt') ?? []),
  );
  const tax = taxes.length === 0 ? null : sum(taxes);
  return { gross: summary('CE'), net: summary('TT'), tax };
}

/** The totals that the file itself states before tax. Parts: by kind, sublet left out, else those of all. */
function fileTotals(root: Node, { gross, tax }: ImportedEstimate['totals']): FileTotals {
  const totals = at(root, 'RepairTotalsInfo');
  const figure = (name: string, codes: RegExp, of: (row: Node) => number | null): number | null => {
    const figures = (totals === null ? [] : all(totals, name)).flatMap((row) =>
      codes.test(word(row, 'TotalType') ?? '') ? (of(row) ?? []) : [],
    );
    return figures.length === 0 ? null : sum(figures);
  };
  const untaxed = (row: Node): number | null => {
    const amount = number(row, 'TotalAmt');
    return amount === null ? null : amount - (number(row, 'TaxTotalAmt') ?? 0);
  };
  const hours = (row: Node) => number(row, 'TotalHours');
  return {
    parts:
      figure('PartsTotalsInfo', /^PA(?![ST]$).$/, untaxed) ?? figure('PartsTotalsInfo', /^PAT?$/, untaxed),
    labour_hours: figure('LaborTotalsInfo', /^LA(?![RT]$).$/, hours),
    refinish_hours: figure('LaborTotalsInfo', /^LAR$/, hours),
    total: gross === null ? null : sum([gross, -(tax ?? 0)]),
  };
}

/** Dollars an hour by code of labor, from the file's profile. */
const ratesOf = (root: Node): ReadonlyMap<string, number> =>
  new Map(
    all(root, 'ProfileInfo')
      .flatMap((profile) => all(profile, 'RateInfo'))
      .flatMap((row): [string, number][] => {
        const [code, rate] = [word(row, 'RateType'), number(row, 'RateTierInfo', 'Rate')];
        return code === null || !rate ? [] : [[code, rate]];
      }),
  );

/** The estimates of a document, at any depth. */
const rootsIn = (tree: Node): Node[] =>
  DomUtils.filter((node) => DomUtils.isTag(node) && ROOTS.has(localName(node.name)), tree.children).filter(
    (node) => DomUtils.isTag(node),
  );

function treeOf(xml: string): MarkupTree | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw unreadableEstimate('declarations');
  return markupTree(xml, BMS);
}

/** The one estimate of a document; as text inside an element where an envelope carries it so. */
function rootOf(xml: string): Node {
  const tree = treeOf(xml);
  if (tree === null) throw unreadableEstimate('not_bms');
  const roots = rootsIn(tree);
  const carried = roots.length > 0 ? '' : DomUtils.textContent(tree.children);
  const start = carried.search(ROOT_IN_TEXT);
  const inner = start === -1 ? null : treeOf(carried.slice(start));
  const [root, ...others] = inner === null ? roots : rootsIn(inner);
  if (root === undefined) throw unreadableEstimate('not_bms');
  if (others.length > 0) throw unreadableEstimate('several');
  return root;
}

/**
 * A BMS estimate, money and hours as billed; what it says of people and the claim is not looked at. Throws validation_error
 * with what is wrong with it.
 */
export function readBms(bytes: Uint8Array): ImportedEstimate {
  const root = rootOf(textOf(bytes));
  const description = (name: string) => word(root, 'VehicleInfo', 'VehicleDesc', name);
  const made = word(root, 'DocumentInfo', 'CreateDateTime')?.slice(0, 10) ?? null;
  const vehicle = readVehicle({
    vin: word(root, 'VehicleInfo', 'VINInfo', 'VIN', 'VINNum'),
    year: description('ModelYear'),
    make: description('MakeDesc'),
    model: description('ModelName'),
  });
  const rates = ratesOf(root);
  const lines = importedLines(
    all(root, 'DamageLineInfo').map((line) => rawLine(line, rates)),
    vehicle.make,
  );
  const totals = totalsOf(root);
  return importedEstimate({
    format: 'bms',
    version: word(root, 'DocumentInfo', 'BMSVer'),
    system: SYSTEMS_BY_CODE.get(word(root, 'DocumentInfo', 'VendorCode') ?? '') ?? null,
    country: null,
    dated: made !== null && /^\d{4}-\d\d-\d\d$/.test(made) ? made : null,
    vehicle,
    lines,
    totals,
    differences: totalDifferences(lines, fileTotals(root, totals)),
  });
}
