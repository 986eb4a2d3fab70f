import { z } from 'zod';
import type { LotImage } from '../../../contract/schemas/lot.ts';
import { damageDisagrees } from '../../damage-detectors/declared/damage-codes.ts';
import { titleDisagrees } from '../../damage-detectors/declared/title.ts';
import { splitMake } from '../../vehicles/makes.ts';
import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { field, jsonAfter, listOf, recordOf, recordsIn } from '../page/json-values.ts';
import {
  dollarsOf,
  isoTime,
  keysOf,
  numberOf,
  odometerOf,
  runConditionOf,
  textOf,
  vinOf,
  wordsOf,
  yearOf,
} from '../page/listing-values.ts';
import { COPART_CONDITIONS, COPART_DAMAGE, COPART_ODOMETER_BRANDS } from './codes.ts';
import { copartImages, copartThumbnail } from './images.ts';
import { dataMarket } from './market.ts';

/** Copart's own data: lot details, photo lists and search rows with their short keys. */

const text = field(textOf);
const words = field(wordsOf);
const number = field(numberOf);
const flag = field((value) => value === true || value === 'true');
const lotNumber = field((value) => /^\d{4,10}$/.exec(String(value ?? '').trim())?.[0] ?? null);
const codes = field((value) => listOf(value).flatMap((code) => textOf(code) ?? []));

const truth = field((value) => (typeof value === 'boolean' ? value : null));

const dynamicSchema = z.object({
  errorCode: text,
  saleStatus: text,
  lotSold: flag,
  currentBid: number,
  buyTodayBid: number,
  firstBid: flag,
  sellerReserveMet: truth,
});
const noDynamic = dynamicSchema.parse({});

const detailsSchema = z.object({
  ln: lotNumber,
  lotNumberStr: lotNumber,
  ld: text,
  lcy: field(yearOf),
  mkn: text,
  lmc: text,
  lm: text,
  lmg: text,
  mtrim: text,
  ltd: text,
  lmtd: text,
  fv: field(vinOf),
  orr: number,
  ord: text,
  obc: text,
  odometerUOM: text,
  dd: words,
  dtc: text,
  sdd: words,
  sddr: words,
  la: number,
  lotPlugAcv: number,
  rc: number,
  hb: number,
  bnp: number,
  cuc: text,
  ts: text,
  stt: text,
  td: text,
  tgc: text,
  tgd: text,
  lcc: text,
  lcd: text,
  lic: codes,
  hk: text,
  egn: text,
  eng: text,
  tsmn: text,
  tmtp: text,
  drv: text,
  ft: text,
  bstl: text,
  clr: text,
  vehTypDesc: text,
  vehicleTypeCode: text,
  ad: number,
  yn: text,
  syn: text,
  locCity: text,
  locState: text,
  locCountry: text,
  siteCodes: codes,
  scn: text,
  ess: text,
  errorCode: text,
  lotSold: flag,
  ils: flag,
  tims: field((value) => value),
  dynamicLotDetails: field((value) => dynamicSchema.safeParse(value).data ?? noDynamic),
});
type Details = z.infer<typeof detailsSchema>;

export type CopartReading = { number: string | null; facts: LotFacts; kind: string | null };

/** Everything a Copart page's data says, in whatever wrapping it comes: one reading a lot, and the photo lists. */
export function copartReadings(json: unknown): CopartReading[] {
  const readings: CopartReading[] = [];
  for (const record of recordsIn(json)) {
    if (!isDetails(record)) continue;
    const details = detailsSchema.safeParse(record).data;
    if (details) readings.push(readingOf(details));
    if (readings.length === MOST_READINGS) break;
  }
  return readings;
}
/** More than a page of results shows. */
const MOST_READINGS = 250;

/** Lot details and search rows have a number and a name or make; nothing else on the site has. */
const isDetails = (record: Record<string, unknown>): boolean =>
  ('ln' in record || 'lotNumberStr' in record) && ('ld' in record || 'mkn' in record || 'lcy' in record);

/** The photos of lot `number` in a page's data. */
export function copartPhotos(json: unknown, number: string): LotImage[] {
  let best: LotImage[] = [];
  let lists = 0;
  for (const record of recordsIn(json)) {
    const list = record.imagesList ?? (isPhotoList(record) ? record : null);
    if (list === null) continue;
    const photos = copartImages(list, number);
    if (photos.length > best.length) best = photos;
    lists += 1;
    if (lists === MOST_LISTS) break;
  }
  return best;
}
/** An answer has one, and once more what it holds (judgement). */
const MOST_LISTS = 20;

const isPhotoList = (record: Record<string, unknown>): boolean =>
  'HIGH_RESOLUTION_IMAGE' in record || 'FULL_IMAGE' in record || 'IMAGE' in record;

/** Whether the data says that Copart knows no such lot. */
export function saysNoSuchLot(json: unknown): boolean {
  const answer = recordOf(json);
  if (answer === null || !('returnCode' in answer)) return false;
  const data = recordOf(answer.data);
  if (answer.returnCode !== 1 && answer.returnCode !== '1') return true;
  if (data === null) return true;
  const results = recordOf(data.results);
  return ('lotDetails' in data && isEmpty(data.lotDetails)) || results?.totalElements === 0;
}

const isEmpty = (value: unknown): boolean => {
  const record = recordOf(value);
  return record === null || Object.keys(record).length === 0;
};

/** Lot data kept inside a page's scripts, as older lot pages and some saved ones have it. */
export const embeddedDetails = (source: string): unknown => jsonAfter(source, 'lotDetails');

function readingOf(details: Details): CopartReading {
  const isStub = details.fv === null && details.dd === null && details.dtc === null && details.orr === null;
  const { dynamicLotDetails: dynamic } = details;
  const isSold =
    details.lotSold ||
    details.ils ||
    dynamic.lotSold ||
    [details.errorCode, dynamic.errorCode].includes('LOT_SOLD');
  const market = dataMarket({
    currency: details.cuc,
    bids: [dynamic.currentBid, details.hb],
    asks: [dynamic.buyTodayBid, details.bnp],
    isFirstBid: dynamic.firstBid,
    isReserveMet: dynamic.sellerReserveMet,
    statuses: [dynamic.saleStatus, details.ess],
    isSold,
    isStub,
    saleAt: details.ad,
  });
  const inDollars = (details.cuc ?? 'USD') === 'USD';
  const money = (...amounts: (number | null)[]) =>
    inDollars ? (amounts.map(dollarsOf).find((amount) => amount !== null) ?? null) : null;
  return {
    number: details.lotNumberStr ?? details.ln,
    kind: details.vehTypDesc ?? (details.vehicleTypeCode === 'VEHTYPE_C' ? 'MOTORCYCLE' : null),
    facts: {
      ...NO_FACTS,
      lot_number: details.lotNumberStr ?? details.ln,
      ...namesOf(details),
      vin: details.fv,
      body_style: details.bstl,
      ...odometerOf({ value: details.orr, unit: unitOf(details), brand: brandOf(details) }),
      primary_damage: details.dd ?? COPART_DAMAGE[details.dtc ?? ''] ?? null,
      secondary_damage: details.sdd ?? details.sddr,
      run_condition: conditionOf(details),
      keys: keysOf(details.hk),
      title: details.td ?? details.tgd ?? titleOfCode(details),
      engine: details.egn ?? details.eng,
      drive: details.drv,
      transmission: details.tsmn ?? details.tmtp,
      fuel: details.ft,
      color: details.clr,
      retail_value: money(details.la, details.lotPlugAcv),
      seller_repair_cost: money(details.rc),
      sale_date: isoTime(details.ad),
      location: placeOf(details),
      seller: details.scn,
      contradictions: [...damageContradictions(details), ...titleContradictions(details)],
      ...market,
      images: copartThumbnail(details.tims),
    },
  };
}

/** `CA - SC` where the data has a title's code and no words; lots of the past keep a code alone. */
const titleOfCode = ({ ts, stt }: Details): string | null =>
  stt === null || ts === null ? null : `${ts} - ${stt}`;

/** The words of the primary damage against its code. */
const damageContradictions = ({ dd, dtc }: Details): LotFacts['contradictions'] =>
  dd !== null && dtc !== null && damageDisagrees('copart', dd, dtc)
    ? [{ fact: 'primary_damage', readings: [dd, COPART_DAMAGE[dtc] ?? dtc] }]
    : [];

/** The words of a title against its code and its group. */
function titleContradictions({ td, ts, stt, tgc, tgd }: Details): LotFacts['contradictions'] {
  if (td === null) return [];
  const codes = [
    { code: stt, as: 'type', written: `${stt} (code)` },
    { code: tgc, as: 'group', written: tgd ?? tgc ?? '' },
  ] as const;
  const other = codes.find(({ code, as }) => code !== null && titleDisagrees(td, { code, as }, ts));
  return other ? [{ fact: 'title', readings: [td, other.written] }] : [];
}

/** Year, make, model and trim; the trim, often absent, is what the name has beyond the rest. */
function namesOf(details: Details): Pick<LotFacts, 'name' | 'year' | 'make' | 'model' | 'trim'> {
  const { ld } = details;
  const [, yearInName, afterYear] = /^((?:19|20)\d{2})\s+(.+)$/.exec(ld ?? '') ?? [];
  const split = splitMake(afterYear ?? '');
  const make = details.mkn ?? split?.spelled ?? details.lmc;
  const model = details.lm ?? modelInName(details.lmg, split?.rest) ?? details.lmg;
  const trim =
    details.mtrim ?? details.ltd ?? detailOf(details.lmtd, model) ?? trimInName(split?.rest, model);
  const year = details.lcy ?? yearOf(yearInName);
  return { name: ld ?? nameFrom([year, make, model, trim]), year, make, model, trim };
}

const letters = (word: string): string => word.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A stub gives the model group only (`CRV`): the name may write the same model as it is known (`CR-V`). */
function modelInName(group: string | null, rest: string | undefined): string | null {
  if (group === null || rest === undefined) return null;
  const words = rest.split(' ');
  for (let count = 1; count <= 3; count += 1) {
    const start = words.slice(0, count).join(' ');
    if (letters(start) === letters(group)) return start;
  }
  return null;
}

/** The model's details, which may be only the model once more, or begin with it. */
function detailOf(listed: string | null, model: string | null): string | null {
  if (listed === null || model === null || !letters(listed).startsWith(letters(model))) return listed;
  return trimInName(listed, model);
}

function trimInName(rest: string | undefined, model: string | null): string | null {
  if (rest === undefined || model === null || !rest.toUpperCase().startsWith(model.toUpperCase()))
    return null;
  const after = rest.slice(model.length);
  return after.startsWith(' ') ? after.trim() || null : null;
}

function nameFrom(parts: (string | number | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  return parts[1] !== null && parts[2] !== null ? known.join(' ') : null;
}

/** Miles in the US; a Canadian lot names no unit, so none is assumed. */
function unitOf({ odometerUOM, locCountry, cuc, siteCodes }: Details): 'mi' | 'km' | null {
  if (/^(km|k|kilomet)/i.test(odometerUOM ?? '')) return 'km';
  if (/^mi/i.test(odometerUOM ?? '')) return 'mi';
  const country = locCountry ?? (cuc === 'CAD' || siteCodes.includes('CPRTCA') ? 'CAN' : 'USA');
  return country === 'USA' ? 'mi' : null;
}

function brandOf({ ord, obc, orr }: Details): string | null {
  const brand = ord ?? COPART_ODOMETER_BRANDS[obc ?? ''] ?? null;
  return (orr === null || orr === 0) && brand === 'ACTUAL' ? null : brand;
}

function conditionOf({ lcd, lcc, lic }: Details): LotFacts['run_condition'] {
  const codes = [lcc ?? '', ...lic]
    .map((code) => COPART_CONDITIONS[code])
    .find((answer) => answer !== undefined);
  return runConditionOf(lcd) ?? runConditionOf(codes);
}

function placeOf({ locCity, locState, yn, syn }: Details): string | null {
  if (locCity !== null) return locState === null ? locCity : `${locCity}, ${locState}`;
  return yn ?? syn;
}
