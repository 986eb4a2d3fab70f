import { orderLines } from '../../contract/report-view/line-order.ts';
import { lineName, lineSide } from '../../contract/report-view/number-side.ts';
import { type EstimateLine, LABOUR_TYPES } from '../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../contract/schemas/money.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { fullMoney } from '../estimate/pricing/line-money.ts';
import { type DbaseRow, plainText } from './dbase-table.ts';
import {
  JUDGED_OPERATIONS,
  LABOUR_CODES,
  OPERATION_CODES,
  PART_CODES,
  SUBLET_OPERATIONS,
} from './ems-codes.ts';
import { type EmsTable, emsWidth } from './ems-tables.ts';

/** What stands in the set itself of what it is. */
const NOTICE =
  'EMS pre-fill made by LotLens from an auction listing. Not an estimate of any estimating system, and not tested in one: every line is a manual entry to be checked. Hours are rounded to tenths line by line and add up so; amounts are not made from them, and add up to the total.';

const VERSION = 'E01';
const REFINISH = LABOUR_CODES.refinish;
const PAINT = 'MAPA';
const OTHER_PART = 'PAO';
const SUBLET = 'PAS';
const ADDITIONAL = 'OTAC';

type Work = {
  readonly type: string | null;
  readonly operation: string;
  readonly tenths: number;
  readonly amount: Cents;
};
type Entry = {
  readonly line: EstimateLine;
  readonly part: { readonly code: string; readonly each: Cents; readonly quantity: number } | null;
  readonly work: readonly Work[];
  readonly materials: Cents;
  readonly other: { readonly sublet: boolean; readonly amount: Cents } | null;
};

/** Written lines; in reports of schema_version 1 what is seen, entered or more likely than not, each in full. */
export const isWritten = ({ standing, block, probability }: EstimateLine): boolean =>
  standing === undefined ? block === 'seen' || block === 'user' || probability >= 0.5 : standing === 'scope';

/** EMS has tenths of an hour: work of any length has at least one. The money beside them is ours, to the cent. */
export const tenthsOf = (hours: number): number => (hours === 0 ? 0 : Math.max(1, Math.round(hours * 10)));

function workOf(line: EstimateLine, { labour, refinish }: { labour: Cents; refinish: Cents }): Work[] {
  const operation = OPERATION_CODES[line.operation];
  const work: Work[] = [];
  if (line.labour)
    work.push({
      type: LABOUR_CODES[line.labour.type],
      operation,
      tenths: tenthsOf(line.labour.hours.likely),
      amount: labour,
    });
  const paintHours = line.refinish?.hours ?? 0;
  if (paintHours === 0 && refinish === 0) return work;
  const paint: Work = {
    type: REFINISH,
    operation: line.operation === 'blend' ? operation : OPERATION_CODES.refinish,
    tenths: tenthsOf(paintHours),
    amount: refinish,
  };
  const [first] = work;
  return first?.type === REFINISH
    ? [{ ...first, tenths: first.tenths + paint.tenths, amount: first.amount + paint.amount }]
    : [...work, paint];
}

/** A part by the piece; a share of a piece, as expected ones are in reports of schema_version 1, is in the price. */
function partOf(line: EstimateLine, parts: Cents): Entry['part'] {
  if (line.part_type === 'none' && parts === 0) return null;
  const code = line.part_type === 'none' ? OTHER_PART : PART_CODES[line.part_type];
  return Number.isInteger(line.quantity) && line.quantity >= 1 && line.quantity <= 99
    ? { code, each: cents(line.part_price?.likely ?? 0), quantity: line.quantity }
    : { code, each: parts, quantity: 1 };
}

function entryOf(line: EstimateLine): Entry {
  const money = fullMoney(line);
  return {
    line,
    part: partOf(line, money.parts),
    work: workOf(line, money),
    materials: money.materials,
    other: line.sublet ? { sublet: SUBLET_OPERATIONS.has(line.operation), amount: money.sublet } : null,
  };
}

/** The name with its side, which is kept where the name has to be cut. */
function description(line: EstimateLine): string | null {
  const width = emsWidth('lin', 'LINE_DESC');
  const whole = lineName(line);
  const tail = `, ${lineSide(line)}`;
  if (whole.length <= width || !whole.endsWith(tail)) return plainText(whole, width);
  return `${plainText(whole.slice(0, -tail.length), width - tail.length)}${tail}`;
}

/** The line's number where the report has just one and its field holds it whole: there is no room for a choice. */
function onlyNumber({ oem_numbers: [first, ...others], part_type }: EstimateLine): string | null {
  if (!first || others.length > 0 || part_type === 'none') return null;
  return plainText(first.number, Number.POSITIVE_INFINITY) === first.number &&
    first.number.length <= emsWidth('lin', 'OEM_PARTNO')
    ? first.number
    : null;
}

/** A record for each kind of labor under the line's number; part and amount stand in the first alone. */
function lineRecords({ line, part, work, other }: Entry, no: number, onLabour: boolean): DbaseRow[] {
  const known = {
    LINE_NO: no,
    LINE_IND: VERSION,
    TRAN_CODE: '1',
    UNQ_SEQ: no,
    LINE_DESC: description(line),
    ...(JUDGED_OPERATIONS.has(line.operation) && { LBR_OP_J: true }),
  };
  const records = (work.length > 0 ? work : [null]).map((one) => ({
    ...known,
    LBR_OP: one?.operation ?? OPERATION_CODES[line.operation],
    ...(one && {
      MOD_LBR_TY: one.type,
      MOD_LB_HRS: one.tenths / 10,
      LBR_AMT: dollars(one.amount),
      LBR_INC: false,
      LBR_HRS_J: true,
      LBR_TAX: onLabour,
    }),
  }));
  const [first, ...more] = records;
  return [
    {
      ...first,
      ...(part && {
        PART_TYPE: part.code,
        PART_DES_J: true,
        OEM_PARTNO: onlyNumber(line),
        PRICE_INC: false,
        TAX_PART: true,
        ACT_PRICE: dollars(part.each),
        PRICE_J: true,
        CERT_PART: false,
        PART_QTY: part.quantity,
      }),
      ...(other && { MISC_AMT: dollars(other.amount), MISC_SUBLT: other.sublet, MISC_TAX: false }),
    },
    ...more,
  ];
}

type Bucket = { group: string; code: string; tenths: number; amount: Cents; taxed: boolean };

/** Subtotals by code, then those of their groups: parts with sublet, labor, materials, as estimating systems sum them. */
function bucketsOf(entries: readonly Entry[], onLabour: boolean): Bucket[] {
  const buckets = new Map<string, Bucket>();
  const add = (group: string, code: string, amount: Cents, taxed: boolean, tenths = 0): void => {
    const known = buckets.get(code) ?? { group, code, tenths: 0, amount: 0, taxed };
    buckets.set(code, { ...known, tenths: known.tenths + tenths, amount: known.amount + amount });
  };
  for (const { part, work, materials, other } of entries) {
    if (part) add('PA', part.code, part.each * part.quantity, true);
    for (const { type, amount, tenths } of work) if (type) add('LA', type, amount, onLabour, tenths);
    const paint = work.reduce((sum, { type, tenths }) => sum + (type === REFINISH ? tenths : 0), 0);
    if (materials !== 0) add('MA', PAINT, materials, true, paint);
    if (other) add(other.sublet ? 'PA' : 'OT', other.sublet ? SUBLET : ADDITIONAL, other.amount, false);
  }
  return [...buckets.values()].toSorted((a, b) => (a.group + a.code < b.group + b.code ? -1 : 1));
}

const sumOf = (buckets: readonly Bucket[]): Cents => buckets.reduce((sum, { amount }) => sum + amount, 0);

function subtotalRow(group: string, code: string, of: readonly Bucket[]): DbaseRow {
  const inHours = group === 'LA' || group === 'MA';
  const hours = (some: readonly Bucket[]): number | null =>
    inHours ? some.reduce((sum, { tenths }) => sum + tenths, 0) / 10 : null;
  const taxed = of.filter((bucket) => bucket.taxed);
  const free = of.filter((bucket) => !bucket.taxed);
  return {
    TTL_TYPE: group,
    TTL_TYPECD: code,
    T_AMT: dollars(sumOf(taxed)),
    T_HRS: hours(taxed),
    NT_AMT: dollars(sumOf(free)),
    NT_HRS: hours(free),
    TTL_HRS: hours(of),
    TTL_AMT: dollars(sumOf(of)),
  };
}

function subtotalRows(buckets: readonly Bucket[]): DbaseRow[] {
  return [...Map.groupBy(buckets, ({ group }) => group)].flatMap(([group, of]) => [
    ...of.map((bucket) => subtotalRow(group, bucket.code, [bucket])),
    subtotalRow(group, `${group}T`, of),
  ]);
}

/**
 * Short words for what the auction lists as loss, which fit the seven characters of the field. Judgement: the lists of the
 * format are not public. What is listed is in LOSS_DESC too, in full.
 */
const LOSS_TYPES: readonly (readonly [RegExp, string])[] = [
  [/collision|accident/i, 'COLL'],
  [/theft|stolen|recovered/i, 'THEFT'],
  [/hail/i, 'HAIL'],
  [/flood|water/i, 'FLOOD'],
  [/fire|burn/i, 'FIRE'],
  [/vandal/i, 'VANDAL'],
  [/wind|storm|tornado|hurricane/i, 'WIND'],
  [/animal|deer/i, 'ANIMAL'],
];

/** The loss as listed; where none is, primary damage that names its own cause, as hail does. */
const lossOf = ({ loss_type, primary_damage }: ReportModel['lot']): string | null =>
  loss_type ?? (LOSS_TYPES.some(([words]) => words.test(primary_damage ?? '')) ? primary_damage : null);

const claimNumberFits = (number: string): boolean => number.length <= emsWidth('ad1', 'CLM_NO');

/** Claim number, deductible and loss; nothing of people. A claim number too long for its field is in the vehicle's memo. */
function claimRow({ claim, lot }: ReportModel): DbaseRow {
  const number = claim?.number ?? null;
  const loss = lossOf(lot);
  const type = loss === null ? null : (LOSS_TYPES.find(([words]) => words.test(loss))?.[1] ?? 'OTHER');
  return {
    CLM_NO: number !== null && claimNumberFits(number) ? plainText(number, emsWidth('ad1', 'CLM_NO')) : null,
    DED_AMT: claim?.deductible ?? null,
    LOSS_TYPE: type,
    LOSS_DESC: plainText(loss, emsWidth('ad1', 'LOSS_DESC')),
    THEFT_IND: type === null ? null : type === 'THEFT',
  };
}

function vehicleRow({ vehicle, lot, claim }: ReportModel): DbaseRow {
  const text = (name: string, value: string | null) => ({ [name]: plainText(value, emsWidth('veh', name)) });
  const damage = [lot.primary_damage, lot.secondary_damage].filter((told) => told !== null).join('; ');
  return {
    DMG_MEMO: plainText(damage, Number.POSITIVE_INFINITY),
    ...(vehicle.vin_masked ? {} : text('V_VIN', vehicle.vin)),
    V_MODEL_YR: vehicle.year === null ? null : String(vehicle.year).slice(-2),
    ...text('V_MAKEDESC', vehicle.make),
    ...text('V_MODEL', [vehicle.model, vehicle.trim].filter(Boolean).join(' ')),
    ...text('V_BSTYLE', vehicle.body_style),
    ...text('V_ENGINE', vehicle.engine),
    ...text('V_COLOR', vehicle.color),
    V_MILEAGE: lot.mileage === null || lot.mileage > 999_999 ? null : String(lot.mileage),
    V_MEMO:
      claim?.number && !claimNumberFits(claim.number)
        ? `${NOTICE} Claim number: ${plainText(claim.number, Number.POSITIVE_INFINITY)}.`
        : NOTICE,
  };
}

/** When the report got its figures. */
export const figuresDate = (model: ReportModel): Date => new Date(model.edit?.edited_at ?? model.created_at);

/** The estimating system stays blank: this is the estimate of none. */
function envelopeRow(model: ReportModel, stem: string, withClaim: boolean): DbaseRow {
  const made = figuresDate(model).toISOString();
  const [day, time] = [made.slice(0, 10), made.slice(11, 19).replaceAll(':', '')];
  return {
    SW_VERSION: 'LotLens',
    DB_DATE: /^\d{4}-\d\d-\d\d$/.test(model.estimate.versions.dated) ? model.estimate.versions.dated : null,
    UNQFILE_ID: stem,
    ESTFILE_ID: plainText(model.report_id, emsWidth('env', 'ESTFILE_ID')),
    SUPP_NO: VERSION,
    EST_CTRY: 'USA',
    TRANS_TYPE: 'E',
    STATUS: false,
    CREATE_DT: day,
    CREATE_TM: time,
    TRANSMT_DT: day,
    TRANSMT_TM: time,
    INCL_ADMIN: withClaim,
    INCL_VEH: true,
    INCL_EST: true,
    INCL_PROFL: true,
    INCL_TOTAL: true,
    INCL_VENDR: false,
    EMS_VER: '2.01',
  };
}

/** Rates and taxes as the lines have them; a rate that no line tells stays blank. */
function profileRows(
  { estimate }: ReportModel,
  entries: readonly Entry[],
  percent: number,
  onLabour: boolean,
) {
  const rateOf = (type: (typeof LABOUR_TYPES)[number]): number | null => {
    const labour = entries.find(({ line }) => line.labour?.type === type)?.line.labour;
    const refinish = type === 'refinish' ? entries.find(({ line }) => line.refinish)?.line.refinish : null;
    return labour?.rate ?? refinish?.rate ?? null;
  };
  const materials = entries.find(({ line }) => line.refinish)?.line.refinish?.materials_rate ?? null;
  return {
    pfh: [{ ID_PRO_NAM: plainText(estimate.profile.name, emsWidth('pfh', 'ID_PRO_NAM')) }],
    pfl: LABOUR_TYPES.map((type) => ({
      LBR_TYPE: LABOUR_CODES[type],
      LBR_RATE: rateOf(type),
      LBR_TAX_IN: onLabour,
    })),
    pfp: Object.values(PART_CODES).map((code) => ({ PRT_TYPE: code, PRT_TAX_IN: true, PRT_TAX_RT: percent })),
    pfm: [{ MATL_TYPE: PAINT, CAL_LBRRTE: materials, TAX_IND: true, MAT_TAXP: percent }],
    pft: [{ TAX_TYPE1: 'LS', TY1_TIER1: 1, TY1_RATE1: percent }],
  };
}

const amountOf = ({ totals }: ReportModel['estimate'], key: string): Cents =>
  cents(totals.find((row) => row.key === key)?.likely ?? 0);

/**
 * The rows of an EMS set for what the report has written, or null where it has written nothing. No person is named:
 * the claim's table has its number, deductible and loss alone, the other tables of people and vendors one blank row each.
 */
export function emsRows(
  model: ReportModel,
  stem: string,
): Readonly<Record<EmsTable, readonly DbaseRow[]>> | null {
  const entries = orderLines(model.estimate.lines.filter(isWritten)).map(entryOf);
  if (entries.length === 0) return null;
  const { estimate } = model;
  const taxRow = estimate.totals.find(({ key }) => key === 'tax');
  const percent = taxRow?.rate ?? 0;
  const onLabour =
    cents(taxRow?.basis ?? 0) > amountOf(estimate, 'parts') + amountOf(estimate, 'paint_materials');
  const buckets = bucketsOf(entries, onLabour);
  const tax = Math.round((sumOf(buckets.filter(({ taxed }) => taxed)) * percent) / 100);
  const total = dollars(sumOf(buckets) + tax);
  const nothing: readonly DbaseRow[] = [{}];
  const claim = claimRow(model);
  return {
    ad1: [claim],
    ad2: nothing,
    veh: [vehicleRow(model)],
    lin: entries.flatMap((entry, index) => lineRecords(entry, index + 1, onLabour)),
    ...profileRows(model, entries, percent, onLabour),
    pfo: nothing,
    stl: subtotalRows(buckets),
    ttl: [{ G_TTL_AMT: total, N_TTL_AMT: total, G_TAX: dollars(tax) }],
    ven: nothing,
    env: [
      envelopeRow(
        model,
        stem,
        Object.values(claim).some((value) => value !== null),
      ),
    ],
  };
}
