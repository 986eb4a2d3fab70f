import { type CheerioAPI, load } from 'cheerio/slim';
import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { SYSTEMS_BY_CODE } from './ems-codes.ts';
import { importedEstimate, importedLines, type RawLine, readVehicle } from './imported-lines.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

const ROOT = 'VehicleDamageEstimateAddRq';
/** Real files are some ten deep. */
const DEEPEST = 40;

type Node = ReturnType<CheerioAPI>;

/** Whether elements stand inside each other more than `most` deep, told by their tags. */
function nestsDeeper(xml: string, most: number): boolean {
  let depth = 0;
  for (const [, end, , self] of xml.matchAll(/<(\/?)([\p{L}_][^\s<>/]*)[^<>]*?(\/?)>/gu)) {
    if (end) depth -= 1;
    else if (!self) depth += 1;
    if (depth > most) return true;
  }
  return false;
}

/** The document as text, by its mark or what it declares. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const latin = /encoding=["'](?:iso-8859-1|windows-1252|us-ascii)["']/i.test(head);
  return new TextDecoder(latin ? 'windows-1252' : 'utf-8').decode(bytes);
}

/** Elements are known by their local names, whatever prefix a system gives them. */
function reader($: CheerioAPI) {
  const all = (node: Node, name: string): Node[] =>
    node
      .children()
      .toArray()
      .filter(({ tagName }) => tagName.replace(/^.*:/, '') === name)
      .map((element) => $(element));
  const at = (node: Node, ...path: readonly string[]): Node | null => {
    let found: Node | undefined = node;
    for (const name of path) found = found && all(found, name)[0];
    return found ?? null;
  };
  const word = (node: Node, ...path: readonly string[]): string | null =>
    at(node, ...path)
      ?.text()
      .trim() || null;
  const number = (node: Node, ...path: readonly string[]): number | null => {
    const text = word(node, ...path);
    const value = text === null ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
  return { all, at, word, number };
}
type Reader = ReturnType<typeof reader>;

function rawLine({ all, word, number }: Reader, line: Node): RawLine {
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

function totalsOf({ all, at, word, number }: Reader, root: Node): ImportedEstimate['totals'] {
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
  if (nestsDeeper(xml, DEEPEST)) throw unreadableEstimate('not_bms');
  const $ = load(xml, { xml: true });
  const read = reader($);
  const [root] = read.all($.root(), ROOT);
  if (!root) throw unreadableEstimate('not_bms');
  const description = (name: string) => read.word(root, 'VehicleInfo', 'VehicleDesc', name);
  const made = read.word(root, 'DocumentInfo', 'CreateDateTime')?.slice(0, 10) ?? null;
  const vehicle = readVehicle({
    vin: read.word(root, 'VehicleInfo', 'VINInfo', 'VIN', 'VINNum'),
    year: description('ModelYear'),
    make: description('MakeDesc'),
    model: description('ModelName'),
  });
  return importedEstimate({
    format: 'bms',
    version: read.word(root, 'DocumentInfo', 'BMSVer'),
    system: SYSTEMS_BY_CODE.get(read.word(root, 'DocumentInfo', 'VendorCode') ?? '') ?? null,
    country: null,
    dated: made !== null && /^\d{4}-\d\d-\d\d$/.test(made) ? made : null,
    vehicle,
    lines: importedLines(
      read.all(root, 'DamageLineInfo').map((line) => rawLine(read, line)),
      vehicle.make,
    ),
    totals: totalsOf(read, root),
  });
}
