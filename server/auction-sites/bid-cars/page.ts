import { type LotFacts, mergeFacts, NO_FACTS } from '../auction-site.ts';
import {
  allWithin,
  attributeOf,
  type Element,
  type HtmlPage,
  hasClass,
  rawText,
  textIn,
} from '../page/html-page.ts';
import type { LabelValues } from '../page/label-value-text.ts';
import { isoTime, runConditionOf, saleDateOf, textOf, vinOf } from '../page/listing-values.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { factsFromRows, placeOf } from './facts.ts';
import { bidCarsImages, carouselImages, photoAddresses } from './images.ts';
import { inEnglish } from './languages.ts';
import { pageMarket } from './page-market.ts';
import { cutName, descriptionFacts, structuredFacts, structuredLots } from './structured.ts';

/** A bid.cars lot page. Only its own blocks are read: other cars stand around them. */

export type BidCarsReading = { lotId: string | null; kind: string | null; facts: LotFacts };

/** What the page says, or null where it has none of a lot page's blocks. */
export function bidCarsHtml(html: HtmlPage): BidCarsReading | null {
  const blocks = ['main-info', 'secondary-info', 'tertiary-info'].map((id) => html.byId(id));
  const script = html.byTag('script').map(rawText).join('\n');
  const lotId = pageLotId(html, script);
  if (blocks.every((block) => block === null) && scriptText(script, 'lotNumber') === null)
    return onlyStructured(html);
  const rows = optionRows(html, blocks);
  const structured = structuredFacts(html, lotId);
  const described = descriptionFacts(html);
  const facts = mergeFacts([rows.facts, headingFacts(html), structured, described]);
  const named = { ...facts, ...names(html, structured, rows.facts) };
  const sale_date = liveStart(script, pageZone(html)) ?? named.sale_date ?? archivedDate(html);
  const { vin, year } = named;
  const own = { vin, year, lotId, sale_date, saleStatus: rows.saleStatus };
  const { contradictions, ...read } = pageMarket(html, own, (name) => scriptText(script, name));
  return {
    lotId,
    kind: scriptText(script, 'typeOfVehicle'),
    facts: {
      ...named,
      ...read,
      sale_date,
      contradictions: [...named.contradictions, ...contradictions],
      images: lotId === null ? [] : photos(html, script, lotId),
    },
  };
}

/** A page of which only the structured data is left: it must be of one lot, and say of which. */
function onlyStructured(html: HtmlPage): BidCarsReading | null {
  const [lotId, ...more] = structuredLots(html);
  if (lotId === undefined || more.length > 0) return null;
  const facts = mergeFacts([structuredFacts(html, lotId), descriptionFacts(html)]);
  return facts.vin === null ? null : { lotId, kind: null, facts };
}

/** The lot's number with its prefix: the script's own, the row's, or that of the page's address. */
function pageLotId(html: HtmlPage, script: string): string | null {
  const drop = html.byClass('lot-drop')[0];
  const address = html.byTag('meta').find((meta) => attributeOf(meta, 'property') === 'og:url');
  const texts = [
    scriptText(script, 'lotNumber'),
    drop ? textIn(drop).replaceAll(' ', '') : null,
    /\/lot\/(\d{1,2}-\d{1,12})(?:\/|$)/.exec(address ? (attributeOf(address, 'content') ?? '') : '')?.[1],
  ];
  return texts.find((text) => /^\d{1,2}-\d{1,12}$/.test(text ?? '')) ?? null;
}

/** `var name = 'text';` or a number, of an inline script; null where it is empty. */
function scriptText(script: string, name: string): string | null {
  const [, quoted, number] =
    new RegExp(`\\b${name}\\s*=\\s*(?:['"]([^'"]{0,60})['"]|(\\d{1,12}(?:\\.\\d{1,6})?))`).exec(script) ?? [];
  return textOf(quoted ?? number ?? null);
}

/** The option rows: those under `.more-specs` are the auction's own. */
function optionRows(
  html: HtmlPage,
  blocks: readonly (Element | null)[],
): { facts: LotFacts; saleStatus: string | null } {
  const own = new Map<string, string>();
  const auction = new Map<string, string>();
  const inOrder: string[] = [];
  const within = blocks.map((block) => block && allWithin(html, (element) => element === block));
  const ofAuction = allWithin(html, (element) => hasClass(element, 'more-specs'));
  for (const option of html.byClass('option')) {
    const place = within.findIndex((elements) => elements?.has(option));
    if (place < 0) continue;
    const value = option.children.find(isValue) as Element | undefined;
    const label = inEnglish(textIn(option, (element) => hasClass(element, 'right-info'))).toLowerCase();
    const text = value ? textIn(value) : '';
    const rows = ofAuction.has(option) ? auction : own;
    if (!rows.has(label)) rows.set(label, text);
    if (place === 1) inOrder.push(text);
  }
  const read =
    (rows: Map<string, string>): LabelValues =>
    (label) =>
      rows.get(label.toLowerCase()) || null;
  const facts = factsFromRows(
    own.has('primary damage') ? read(own) : inPlace(html, read(own), inOrder),
    read(auction),
  );
  return { facts, saleStatus: read(auction)('Sale Status') ?? read(own)('Sale Status') };
}

const isValue = (node: unknown): boolean => {
  const element = node as Element;
  return 'attribs' in element && hasClass(element, 'right-info');
};

/** The rows of the second block in their fixed order, for pages in another language. */
const SECOND_BLOCK = [
  'Loss',
  'Primary damage',
  'Secondary damage',
  'Odometer',
  'Start code',
  'Key',
  'ACV / ERC',
];

function inPlace(html: HtmlPage, rows: LabelValues, texts: readonly string[]): LabelValues {
  const marked: Record<string, Element | undefined> = {
    Lot: html.byClass('lot-drop')[0],
    VIN: html.byClass('vin-drop')[0],
    'Sale Document': html.byClass('sale_doc')[0],
  };
  return (label) => {
    const element = marked[label];
    const value = element && hasClass(element, 'sale_doc') ? element.children.find(isValue) : element;
    if (value && 'attribs' in value) return textIn(value as Element) || null;
    const place = texts.length === SECOND_BLOCK.length ? SECOND_BLOCK.indexOf(label) : -1;
    return rows(label) ?? (place >= 0 ? (texts[place] ?? null) : null);
  };
}

function headingFacts(html: HtmlPage): LotFacts {
  const location = html.byClass('location').find((element) => element.name === 'li');
  const startCode = html.byClass('start_code')[0];
  const vin = html.byClass('vin-drop')[0] ?? html.byClass('copy-vin')[0];
  return {
    ...NO_FACTS,
    vin: vin ? vinOf(textIn(vin)) : null,
    location: location ? placeOf(textIn(location)) : null,
    run_condition: startCode
      ? runConditionOf(attributeOf(startCode, 'data-start-code')?.replace('/', 'and'))
      : null,
  };
}

/** Year, make, model and trim: structured data, else the heading, else the page's title. */
function names(html: HtmlPage, structured: LotFacts, rows: LotFacts) {
  const { name, year, make, model, trim } = structured;
  if (name !== null && year !== null) return { name, year, make, model, trim };
  const meta = (key: string) =>
    html
      .byTag('meta')
      .find((entry) => (attributeOf(entry, 'property') ?? attributeOf(entry, 'name')) === key);
  const heading = html.byClass('title_lot')[0];
  const title = html.byTag('title')[0];
  const texts = [
    heading ? textIn(heading) : null,
    attributeOfOrNull(meta('og:title'), 'content'),
    attributeOfOrNull(meta('description'), 'content'),
    title ? textIn(title) : null,
  ];
  const found = texts
    .map((text) => readVehicleTitle(withoutVin(cutName(text), rows.vin)))
    .find((entry) => entry.year !== null);
  return found ?? { name, year, make, model, trim };
}

const attributeOfOrNull = (element: Element | undefined, name: string): string | null =>
  element ? attributeOf(element, name) : null;
export const withoutVin = (text: string | null, vin: string | null): string | null =>
  vin === null ? text : textOf(text?.replace(vin, '') ?? null);

/** The zone that the page's foot says all its times are in, `(UTC+02:00) Europe/Warsaw`; null where it says none or two. */
function pageZone(html: HtmlPage): Zone | null {
  const inFoot = allWithin(html, (element) => hasClass(element, 'links-footer'));
  const zones = html
    .byTag('button')
    .filter((element) => inFoot.has(element))
    .flatMap((element) => [...textIn(element).matchAll(/\(UTC([+-])(\d{2}):(\d{2})\)\s*([\w/+-]*)/g)])
    .map(
      ([, sign, hours, minutes, name = '']): Zone => ({
        minutes: (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1),
        name,
      }),
    );
  const [zone, ...more] = zones;
  return zone !== undefined && more.length === 0 ? zone : null;
}

/** Minutes before UTC at the time the page was made, and the zone's name, empty where it has none. */
type Zone = { minutes: number; name: string };

/** The auction's start, where the page still waits for it: the page has it in its own zone. Without one the day alone is known. */
function liveStart(script: string, zone: Zone | null): string | null {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)/.exec(
      scriptText(script, 'liveAuctionStartDateTime') ?? '',
    ) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  if (day === undefined || isoTime(local) === null) return null;
  return zone === null ? day : isoTime(local - minutesAt(local, zone) * 60_000);
}

/** A zone's minutes before UTC on the day of `time` (ms): summer time may begin or end before an auction. */
function minutesAt(time: number, zone: Zone): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone.name || undefined,
      timeZoneName: 'longOffset',
    }).formatToParts(time - zone.minutes * 60_000);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
    if (zone.name === '' || sign === undefined)
      return offset === 'GMT' && zone.name !== '' ? 0 : zone.minutes;
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  } catch {
    // No name of a zone that is known here.
    return zone.minutes;
  }
}

function archivedDate(html: HtmlPage): string | null {
  const message = html.byId('archieved-message') ?? html.byId('archived-message');
  const text = message ? textIn(message) : '';
  return /\d{4}/.test(text) ? saleDateOf(text.slice(0, 200)) : null;
}

/** The gallery's photos; active lots list theirs in scripts only. */
function photos(html: HtmlPage, script: string, lotId: string) {
  const carousel = html.byId('productCarousel');
  const inCarousel = allWithin(html, (element) => element === carousel);
  const slides = html.elements.filter(
    (element) =>
      attributeOf(element, 'data-type') === null &&
      (attributeOf(element, 'data-fancybox') === 'gallery' || inCarousel.has(element)),
  );
  const listed = slides.flatMap((slide) => Object.values(slide.attribs).flatMap(photoAddresses));
  const own = bidCarsImages([...listed, ...photoAddresses(script)], lotId);
  return own.length > 0 ? own : carouselImages(listed);
}
