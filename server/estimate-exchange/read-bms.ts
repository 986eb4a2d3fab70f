import { DomUtils } from 'htmlparser2';
import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { type MarkupTree, markupTree } from '../markup/markup-tree.ts';
import { SYSTEMS_BY_CODE } from './ems-codes.ts';
import { importedEstimate, importedLines, type RawLine, readVehicle } from './imported-lines.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

const ROOT = 'VehicleDamageEstimateAddRq';
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

/** The elements of this name right below a node. They are known by their local names, whatever prefix a system gives them. */
const all = (node: Node, name: string) =>
  node.children
    .filter((child) => DomUtils.isTag(child))
    .filter((child) => child.name.replace(/^.*:/, '') === name);

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
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

function rawLine(line: Node): RawLine {
  const partCode = word(line, 'PartInfo', 'PartType');
  const oem = word(line, 'PartInfo', 'OEMPartNum');
  const given = word(line, 'PartInfo', 'PartNum');
  const work = ['LaborInfo', 'RefinishLaborInfo'].flatMap((name) =>
    all(line, name).map((labour) => ({
      code: word(labour, 'LaborType'),
      operation: word(labour, 'LaborOperation'),
      hours: number(labour, 'LaborHours') ?? 0,
    })),
  );
  return {
    number: number(line, 'LineNum') ?? 0,
    parent: number(line, 'ParentLineNum'),
    heading: word(line, 'LineHeaderDesc'),
    description: word(line, 'LineDesc'),
    reference: word(line, 'VendorRefNum'),
    partCode,
    // On a line of another part the number beside it is that maker's.
    oemNumber: oem ?? (partCode === 'PAN' ? given : null),
    price: number(line, 'PartInfo', 'PartPrice'),
    quantity: number(line, 'PartInfo', 'Quantity'),
    work,
    other: all(line, 'OtherChargesInfo').reduce((sum, charge) => sum + (number(charge, 'Price') ?? 0), 0),
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
  const tax = taxes.length === 0 ? null : Math.round(taxes.reduce((sum, one) => sum + one, 0) * 100) / 100;
  return { gross: summary('CE'), net: summary('TT'), tax };
}

/**
 * A BMS estimate, money and hours as billed; what it says of people and the claim is not looked at. Throws validation_error
 * with what is wrong with it.
 */
export function readBms(bytes: Uint8Array): ImportedEstimate {
  const xml = textOf(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw unreadableEstimate('declarations');
  const tree = markupTree(xml, BMS);
  const root = tree && at(tree, ROOT);
  if (!root) throw unreadableEstimate('not_bms');
  const description = (name: string) => word(root, 'VehicleInfo', 'VehicleDesc', name);
  const made = word(root, 'DocumentInfo', 'CreateDateTime')?.slice(0, 10) ?? null;
  const vehicle = readVehicle({
    vin: word(root, 'VehicleInfo', 'VINInfo', 'VIN', 'VINNum'),
    year: description('ModelYear'),
    make: description('MakeDesc'),
    model: description('ModelName'),
  });
  return importedEstimate({
    format: 'bms',
    version: word(root, 'DocumentInfo', 'BMSVer'),
    system: SYSTEMS_BY_CODE.get(word(root, 'DocumentInfo', 'VendorCode') ?? '') ?? null,
    country: null,
    dated: made !== null && /^\d{4}-\d\d-\d\d$/.test(made) ? made : null,
    vehicle,
    lines: importedLines(all(root, 'DamageLineInfo').map(rawLine), vehicle.make),
    totals: totalsOf(root),
  });
}
