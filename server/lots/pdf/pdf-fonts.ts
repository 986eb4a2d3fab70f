import { type PdfFile, resolved } from './pdf-file.ts';
import { type UnpackingRoom, unpacked } from './pdf-streams.ts';
import { isDict, isName, type PdfDict, PdfFault, PdfReader, type PdfValue } from './pdf-values.ts';
import { type PdfWriter, written } from './pdf-writer.ts';

/** What a copy of a file is made with. `codes`: codes that fonts may still give a width or a meaning. */
export type CopyTools = {
  readonly file: PdfFile;
  readonly writer: PdfWriter;
  readonly room: UnpackingRoom & { codes: number };
};

/** Codes have two bytes at most. */
const MOST_CODE = 0xffff;
/** Bytes that one code stands for: 32 characters. Some writers put a whole word behind its first sign. */
const MOST_MEANING = 64;
const MOST_CODE_SPACES = 100;

type Kind = 'name' | 'number' | 'numbers';
const DESCRIPTOR: Readonly<Record<string, Kind>> = {
  FontName: 'name',
  Flags: 'number',
  FontBBox: 'numbers',
  Ascent: 'number',
  Descent: 'number',
  XHeight: 'number',
  CapHeight: 'number',
  ItalicAngle: 'number',
  MissingWidth: 'number',
};
const FONT: Readonly<Record<string, Kind>> = {
  Subtype: 'name',
  BaseFont: 'name',
  Widths: 'numbers',
  FontMatrix: 'numbers',
  FontBBox: 'numbers',
  DW: 'number',
  DW2: 'numbers',
};

/**
 * A font as its text needs it: names, widths and what its codes stand for. Its shapes are left out. Returns its number in the
 * copy. Throws PdfFault where it gives more codes a width or a meaning than there are.
 */
export function copyFont(tools: CopyTools, value: PdfValue): number {
  const font = resolved(tools.file, value);
  if (!isDict(font)) throw new PdfFault('a font is no dictionary');
  const entries = [
    '/Type/Font',
    ...simpleEntries(tools, font, FONT),
    ...codeEntries(tools, font),
    ...encodingEntry(tools, font),
    ...descriptorEntry(tools, font),
    ...charProcsEntry(tools, font),
  ];
  const meanings = resolved(tools.file, font.dict.get('ToUnicode'));
  if (isDict(meanings)) entries.push(`/ToUnicode ${copyCodeMap(tools, meanings)} 0 R`);
  else if (isName(meanings)) entries.push(`/ToUnicode${written(meanings)}`);
  const descendants = resolved(tools.file, font.dict.get('DescendantFonts'));
  const [first] = Array.isArray(descendants) ? descendants : [descendants];
  const descendant = resolved(tools.file, first as PdfValue);
  if (isDict(descendant))
    entries.push(`/DescendantFonts[${tools.writer.add(descendantBody(tools, descendant))} 0 R]`);
  return tools.writer.add(`<<${entries.join('')}>>`);
}

function descendantBody(tools: CopyTools, font: PdfDict): string {
  const entries = ['/Type/Font', ...simpleEntries(tools, font, FONT), ...descriptorEntry(tools, font)];
  const system = resolved(tools.file, font.dict.get('CIDSystemInfo'));
  if (isDict(system)) {
    const named = ['Registry', 'Ordering'].map((key) => {
      const name = resolved(tools.file, system.dict.get(key));
      return typeof name === 'object' && name !== null && 'text' in name && name.text.length < 100
        ? `/${key}${written(name)}`
        : `/${key}()`;
    });
    entries.push(`/CIDSystemInfo<<${named.join('')}/Supplement 0>>`);
  }
  for (const [key, size] of [
    ['W', 1],
    ['W2', 3],
  ] as const) {
    const widths = resolved(tools.file, font.dict.get(key));
    if (Array.isArray(widths)) entries.push(`/${key}${written(boundedWidths(tools, widths, size))}`);
  }
  return `<<${entries.join('')}>>`;
}

/** Entries of a known kind, everything else left out. */
function simpleEntries(
  { file, room }: CopyTools,
  { dict }: PdfDict,
  kinds: Readonly<Record<string, Kind>>,
): string[] {
  return Object.entries(kinds).flatMap(([key, kind]) => {
    const value = resolved(file, dict.get(key));
    if (kind === 'name') return isName(value) ? [`/${key}${written(value)}`] : [];
    if (kind === 'number') return typeof value === 'number' ? [`/${key} ${written(value)}`] : [];
    const numbers = Array.isArray(value) ? value.map((one: PdfValue) => resolved(file, one)) : [];
    if (numbers.length === 0) return [];
    take(room, numbers.length);
    return [`/${key}${written(numbers.map((one) => (typeof one === 'number' ? one : 0)))}`];
  });
}

const isCode = (value: PdfValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_CODE;

const codeEntries = ({ file }: CopyTools, { dict }: PdfDict): string[] =>
  ['FirstChar', 'LastChar'].flatMap((key) => {
    const code = resolved(file, dict.get(key));
    return isCode(code) ? [`/${key} ${code}`] : [];
  });

function descriptorEntry(tools: CopyTools, font: PdfDict): string[] {
  const descriptor = resolved(tools.file, font.dict.get('FontDescriptor'));
  if (!isDict(descriptor)) return [];
  return [
    `/FontDescriptor ${tools.writer.add(`<</Type/FontDescriptor${simpleEntries(tools, descriptor, DESCRIPTOR).join('')}>>`)} 0 R`,
  ];
}

/** The encoding: a name, names for some codes, or for fonts of two bytes a map of its own. */
function encodingEntry(tools: CopyTools, font: PdfDict): string[] {
  const encoding = resolved(tools.file, font.dict.get('Encoding'));
  if (isName(encoding)) return [`/Encoding${written(encoding)}`];
  if (!isDict(encoding)) return [];
  if (encoding.data !== null) return [`/Encoding ${copyCodeMap(tools, encoding)} 0 R`];
  const base = resolved(tools.file, encoding.dict.get('BaseEncoding'));
  const differences = resolved(tools.file, encoding.dict.get('Differences'));
  const listed = Array.isArray(differences) ? differences : [];
  take(tools.room, listed.length);
  const told = listed
    .map((one: PdfValue) => resolved(tools.file, one))
    .filter((one: PdfValue) => isCode(one) || isName(one));
  return [
    `/Encoding<<${isName(base) ? `/BaseEncoding${written(base)}` : ''}${told.length > 0 ? `/Differences${written(told)}` : ''}>>`,
  ];
}

/** What reading a sign that is drawn takes, in codes (judgement). */
const CODES_OF_A_DRAWN_SIGN = 50;

/** Of a font that draws its signs itself, how large each is: the first thing that each of them says. */
function charProcsEntry(tools: CopyTools, font: PdfDict): string[] {
  const procs = resolved(tools.file, font.dict.get('CharProcs'));
  if (!isDict(procs)) return [];
  const signs = [...procs.dict].slice(0, 256).map(([name, value]) => {
    take(tools.room, CODES_OF_A_DRAWN_SIGN);
    const proc = resolved(tools.file, value);
    const text = isDict(proc) && proc.data !== null ? unpacked(proc, tools.room) : '';
    const { values, word } = new PdfReader(text).until(6);
    const size = values.filter((one) => typeof one === 'number');
    const said = word === 'd1' && size.length === 6 ? `${size.map(written).join(' ')} d1` : '0 0 d0';
    return `${written({ name })} ${tools.writer.stream('', said)} 0 R`;
  });
  return [`/CharProcs<<${signs.join('')}>>`];
}

/** Widths by code: `code [width …]` and `code code width`, each of `size` numbers. */
function boundedWidths({ file, room }: CopyTools, widths: readonly PdfValue[], size: number): PdfValue[] {
  const bounded: PdfValue[] = [];
  for (let at = 0; at < widths.length; ) {
    const first = resolved(file, widths[at]);
    const second = resolved(file, widths[at + 1]);
    if (!isCode(first)) break;
    if (Array.isArray(second)) {
      const numbers = second.map((one: PdfValue) => resolved(file, one));
      take(room, numbers.length);
      bounded.push(
        first,
        numbers.map((one) => (typeof one === 'number' ? one : 0)),
      );
      at += 2;
      continue;
    }
    const told = widths.slice(at + 2, at + 2 + size).map((one) => resolved(file, one));
    if (!isCode(second) || second < first || told.length < size) break;
    take(room, second - first + 1);
    bounded.push(first, second, ...told.map((one) => (typeof one === 'number' ? one : 0)));
    at += 2 + size;
  }
  return bounded;
}

function take(room: CopyTools['room'], codes: number): void {
  room.codes -= codes;
  if (room.codes < 0) throw new PdfFault('fonts of more codes than a printed page has');
}

/** How many values each entry of a section of a code map has. */
const SECTIONS: Readonly<Record<string, number>> = {
  codespacerange: 2,
  bfchar: 2,
  bfrange: 3,
  cidchar: 2,
  cidrange: 3,
};

/** What codes stand for, written anew: a range of a few bytes may speak of any number of codes. */
function copyCodeMap({ writer, room }: CopyTools, map: PdfDict): number {
  const reader = new PdfReader(unpacked(map, room));
  const sections: string[] = [];
  let [spaces, vertical] = [0, false];
  for (;;) {
    const { values, word } = reader.until(Number.POSITIVE_INFINITY);
    if (word === null) break;
    const name = /^end(\w+)$/.exec(word)?.[1] ?? '';
    const size = SECTIONS[name];
    if (word === 'def') vertical ||= isVertical(values);
    if (size === undefined) continue;
    const entries: string[] = [];
    for (let at = 0; at + size <= values.length; at += size) {
      const entry = values.slice(at, at + size);
      const [from, to] = [codeOf(entry[0]), size === 3 ? codeOf(entry[1]) : codeOf(entry[0])];
      if (name === 'codespacerange') spaces += 1;
      // Of three bytes and more they would fill a list of as many places.
      else if (from === null || to === null || to < from) continue;
      else take(room, to - from + 1);
      entries.push(entry.map(boundedMeaning).map(written).join(' '));
    }
    if (spaces > MOST_CODE_SPACES) throw new PdfFault('more spaces of codes than a font has');
    if (entries.length > 0)
      sections.push(`${entries.length} begin${name}\n${entries.join('\n')}\nend${name}`);
  }
  return writer.stream(
    '/Type/CMap/CMapName/C',
    `/CMapName /C def /WMode ${vertical ? 1 : 0} def\n${sections.join('\n')}\nendcmap`,
  );
}

const isVertical = (values: readonly PdfValue[]): boolean => {
  const [key = null, value] = values.slice(-2);
  return isName(key) && key.name === 'WMode' && value === 1;
};

function codeOf(value: PdfValue | undefined): number | null {
  if (typeof value !== 'object' || value === null || !('text' in value)) return null;
  if (value.text.length > 2) return null;
  return [...value.text].reduce((code, sign) => code * 256 + sign.charCodeAt(0), 0);
}

/** A code, what it stands for, or a list of that for a range. */
function boundedMeaning(value: PdfValue): PdfValue {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(boundedMeaning);
  if (typeof value === 'object' && value !== null && 'text' in value)
    return { text: value.text.slice(0, MOST_MEANING) };
  throw new PdfFault('a code stands for no text');
}
