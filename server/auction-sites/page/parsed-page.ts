import { isLargerJson } from '../json-depth.ts';
import {
  allWithin,
  attributeOf,
  type Element,
  type HtmlPage,
  hasClass,
  linesIn,
  parseHtml,
  splitLines,
  writtenText,
} from './html-page.ts';
import { unpackSavedPage } from './mhtml.ts';

/** What came back, or a user's own page (`url`, `status` and `content_type` null). */
export type SitePage = {
  url: string | null;
  status: number | null;
  content_type: string | null;
  body: string;
};

/** A page with its wrapping taken off: what it is, its data, and its visible lines. */
export type ParsedPage = {
  page: SitePage;
  /** The source: HTML, JSON or plain text. */
  text: string;
  /** Where it was fetched or saved from, as far as it tells. */
  address: string | null;
  /** The data of a JSON page; undefined for others. */
  json: unknown;
  html: HtmlPage | null;
  /** Visible text, line by line; empty for JSON. */
  lines: readonly string[];
  /** It starts like JSON and is not: cut off or damaged. */
  broken: boolean;
};

/** Opens a page of any shape: HTML, a saved or archived page, view-source, JSON, JSON shown by a browser, copied text. */
export function parsePage(page: SitePage): ParsedPage {
  const known = parsedPages.get(page) ?? unwrap(page, MOST_WRAPPINGS);
  parsedPages.set(page, known);
  return known;
}

/** A reading of pages that is done once for each page, however often it is needed. */
export function oncePerPage<T>(read: (page: ParsedPage) => T): (page: ParsedPage) => T {
  const known = new WeakMap<ParsedPage, { value: T }>();
  return (page) => {
    const found = known.get(page) ?? { value: read(page) };
    known.set(page, found);
    return found.value;
  };
}

/** Each site's reader opens the same pages, and parsing is most of the work. */
const parsedPages = new WeakMap<SitePage, ParsedPage>();
/** A source window may show a browser's view of JSON; nobody wraps a page more often. */
const MOST_WRAPPINGS = 2;

function unwrap(page: SitePage, wrappings: number): ParsedPage {
  const saved = unpackSavedPage(page.body.replace(/^\ufeff/, ''));
  const address = page.url ?? saved.address;
  const text = saved.text.trim();
  const bare = { page, text, address, json: undefined, html: null, lines: [], broken: false };
  if (looksLikeJson(text)) {
    const json = jsonOf(text);
    return json === undefined ? { ...bare, broken: true, lines: splitLines(text) } : { ...bare, json };
  }
  if (!looksLikeHtml(text)) return { ...bare, lines: splitLines(withoutOpenEnd(saved.text)) };
  // Text after the last tag belongs to a page that broke off in it: a figure there may be half of one.
  const html = parseHtml(text.slice(0, text.lastIndexOf('>') + 1));
  const shown = wrappings > 0 ? shownSource(html) : null;
  if (shown !== null) return unwrap({ ...page, url: address, body: shown }, wrappings - 1);
  return { ...bare, html, address: address ?? ownAddress(html), lines: linesIn(html) };
}

/** A copied text that ends in a figure, without the end of its line, may be cut off inside it: the figure is left out. */
function withoutOpenEnd(text: string): string {
  const start = Math.max(text.lastIndexOf('\n') + 1, text.length - LAST_WORDS);
  const words = text.slice(start).split(/(?<=\s)/);
  while (/\d/.test(words.at(-1) ?? '')) words.pop();
  return text.slice(0, start) + words.join('');
}
/** Characters; no figure is longer. */
const LAST_WORDS = 200;

type Form = 'json' | 'html' | 'lines';

const formOf = ({ json, html }: ParsedPage): Form => (json !== undefined ? 'json' : html ? 'html' : 'lines');

/** Opens several pages of one lot, those in the form that tells most first. */
export const parsePages = (pages: readonly SitePage[], best: readonly Form[]): ParsedPage[] =>
  pages.map(parsePage).toSorted((a, b) => best.indexOf(formOf(a)) - best.indexOf(formOf(b)));

const looksLikeJson = (text: string): boolean => /^(?:\)\]\}',?\s*)?[{["]/.test(text);
const looksLikeHtml = (text: string): boolean =>
  /^<(?:!doctype|!--|html|head|body|script|div|meta|section|main|span|table|ul|li|h\d|\?xml|link|title|style|p)\b/i.test(
    text,
  ) || /<\/(?:html|body|div|script|span|table)>/i.test(text.slice(0, 200_000));

/** The value of a JSON text, once more unpacked where it is a JSON text itself. */
export function jsonOf(text: string): unknown {
  const value = shallowJson(text.replace(/^\)\]\}',?\s*/, ''));
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? shallowJson(value) : value;
}

/**
 * Lot data nests some ten levels deep; what nests deeper only costs memory. A page of search results has some ten thousand values
 * (judgement for both): a page of millions would be looked through again by each site's reader.
 */
const LOT_DATA = { deepest: 500, mostValues: 200_000 };

function shallowJson(text: string): unknown {
  if (isLargerJson(text, LOT_DATA)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isLineContent = (element: Element): boolean => hasClass(element, 'line-content');

/** Source shown as a page: a browser's own view of JSON, its view-source window, or source pasted as text. */
function shownSource(html: HtmlPage): string | null {
  const within = allWithin(html, isLineContent);
  // Of lines inside lines, the outer one has the text of all.
  const lines = html.byClass('line-content').filter(({ parent }) => !within.has(parent as Element));
  if (lines.length > 3 && lines[0]?.name === 'td') return lines.map((line) => writtenText(line)).join('\n');
  const [block, ...more] = html.byTag('pre');
  if (!block || more.length > 0 || html.elements.length > 60) return null;
  const text = writtenText(block).trim();
  return looksLikeJson(text) || looksLikeHtml(text) ? text : null;
}

/** The address a page gives for itself. */
function ownAddress(html: HtmlPage): string | null {
  const link = html.byTag('link').find((element) => attributeOf(element, 'rel') === 'canonical');
  const meta = html.byTag('meta').find((element) => attributeOf(element, 'property') === 'og:url');
  return (link && attributeOf(link, 'href')) ?? (meta && attributeOf(meta, 'content')) ?? null;
}
