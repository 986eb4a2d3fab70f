import { type PdfFile, pdfFile, resolved } from './pdf-file.ts';
import { type CopyTools, copyFont } from './pdf-fonts.ts';
import { unpacked } from './pdf-streams.ts';
import { isDict, isName, type PdfDict, PdfFault, PdfReader, type PdfValue } from './pdf-values.ts';
import { PdfWriter, written } from './pdf-writer.ts';

/** A lot's page prints on a few sheets; of a longer file the first are read (judgement). */
const MOST_SHEETS = 40;
/** Nodes of the tree of sheets that are looked at, and how deep they stand. */
const MOST_NODES = 1_000;
const MOST_NODES_DEEP = 20;
/**
 * A saved lot page printed on 15 sheets unpacks to 0.7 MB (1.1 MB where its objects are packed too), draws 12,000 operators with
 * 20,000 characters, and has three fonts. All limits are some times that (judgement); together they take half a second at most.
 */
const MOST_UNPACKED = 6 * 1024 * 1024;
const MOST_DRAWN: Drawn = { operators: 200_000, characters: 200_000 };
const MOST_FONTS = 100;
/** Codes that all fonts together give widths and meanings: each of some ten fonts may speak of all 65,536. */
const MOST_CODES = 1_000_000;
/** Forms that stand inside each other, and states that are kept; browsers write some three and some ten. */
const MOST_FORMS_DEEP = 20;
const MOST_SAVED = 200;
/** More values than any operator takes. */
const MOST_OPERANDS = 40;

/** Work that drawing takes: operators, and characters that are shown. */
type Drawn = { operators: number; characters: number };
/** A page or form as it is copied: what it draws, and what that takes each time. */
type Drawing = { readonly number: number; readonly drawn: Drawn };
type Copy = CopyTools & {
  readonly fonts: Map<PdfValue, number>;
  /** Null: being copied. A form that draws itself has no end. */
  readonly forms: Map<PdfDict, Drawing | null>;
  readonly picture: number;
};

/**
 * The first sheets of a PDF as a new one that has their text alone: nothing in it is packed, and pictures, shapes of fonts and
 * all but the text of what is drawn are left out. The reader of text gets only this, so that what it may take is known before:
 * a few bytes of a PDF can stand for any number of operators, codes and places.
 * Throws PdfFault for what is damaged, locked, or takes more than a printed page.
 */
export function textOnlyPdf(bytes: Buffer): Buffer {
  const room = { bytes: MOST_UNPACKED, codes: MOST_CODES };
  const file = pdfFile(bytes.toString('latin1'), room);
  const writer = new PdfWriter();
  const picture = writer.stream('/Type/XObject/Subtype/Image', '');
  const copy: Copy = { file, writer, room, fonts: new Map(), forms: new Map(), picture };
  const all = { operators: 0, characters: 0 };
  const sheets = sheetsOf(file).map((sheet) => {
    const { number, drawn } = copySheet(copy, sheet);
    add(all, drawn, 1);
    return number;
  });
  if (sheets.length === 0) throw new PdfFault('no sheets');
  const pages = writer.add(
    `<</Type/Pages/Count ${sheets.length}/Kids[${sheets.map((number) => `${number} 0 R`).join(' ')}]>>`,
  );
  return writer.file(writer.add(`<</Type/Catalog/Pages ${pages} 0 R>>`));
}

/** Adds work that is done so many times; throws PdfFault where it is more than a printed page takes. */
function add(sum: Drawn, { operators, characters }: Drawn, times: number): void {
  sum.operators += operators * times;
  sum.characters += characters * times;
  if (sum.operators > MOST_DRAWN.operators || sum.characters > MOST_DRAWN.characters)
    throw new PdfFault('it draws more than a printed page does');
}

/** What a sheet has from the nodes above it. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** The first sheets in their order, with what they inherit. */
function sheetsOf(file: PdfFile): PdfDict[] {
  const sheets: PdfDict[] = [];
  const seen = new Set<PdfDict>();
  let steps = 0;
  const walk = (value: PdfValue | undefined, above: ReadonlyMap<string, PdfValue>, deep: number): void => {
    steps += 1;
    if (steps > MOST_NODES) throw new PdfFault('too many nodes');
    const node = resolved(file, value);
    if (!isDict(node) || seen.has(node) || deep > MOST_NODES_DEEP) return;
    seen.add(node);
    const entries = new Map([...above, ...node.dict]);
    const kids = resolved(file, node.dict.get('Kids'));
    if (!Array.isArray(kids)) {
      sheets.push({ dict: entries, data: null });
      return;
    }
    const inherited = new Map([...entries].filter(([key]) => INHERITED.includes(key)));
    for (const kid of kids) {
      if (sheets.length === MOST_SHEETS) return;
      walk(kid as PdfValue, inherited, deep + 1);
    }
  };
  walk(file.root.dict.get('Pages'), new Map(), 0);
  return sheets;
}

function copySheet(copy: Copy, { dict }: PdfDict): Drawing {
  const { file, writer } = copy;
  const contents = resolved(file, dict.get('Contents'));
  const parts = (Array.isArray(contents) ? contents : [contents]).map((part: PdfValue) =>
    resolved(file, part),
  );
  const text = parts.map((part) => (isDict(part) && part.data !== null ? unpacked(part, copy.room) : ''));
  const { content, resources, drawn } = copyContent(copy, text.join('\n'), dict.get('Resources'), 0);
  const boxes = ['MediaBox', 'CropBox'].flatMap((key) => numbersEntry(file, key, dict.get(key), 4));
  const turned = resolved(file, dict.get('Rotate'));
  const number = writer.add(
    `<</Type/Page${boxes.join('')}/Rotate ${typeof turned === 'number' ? written(turned) : 0}/Contents ${writer.stream('', content)} 0 R/Resources${resources}>>`,
  );
  return { number, drawn };
}

function numbersEntry(file: PdfFile, key: string, value: PdfValue | undefined, count: number): string[] {
  const list = resolved(file, value);
  const numbers = Array.isArray(list) ? list.map((one: PdfValue) => resolved(file, one)) : [];
  return numbers.length === count && numbers.every((one) => typeof one === 'number')
    ? [`/${key}${written(numbers)}`]
    : [];
}

function copyForm(copy: Copy, form: PdfDict, deep: number): Drawing {
  const known = copy.forms.get(form);
  if (known) return known;
  if (known === null || deep > MOST_FORMS_DEEP) throw new PdfFault('forms draw each other without end');
  copy.forms.set(form, null);
  const text = unpacked(form, copy.room);
  const { content, resources, drawn } = copyContent(copy, text, form.dict.get('Resources'), deep);
  const matrix = numbersEntry(copy.file, 'Matrix', form.dict.get('Matrix'), 6);
  const number = copy.writer.stream(
    `/Type/XObject/Subtype/Form${matrix.join('')}/Resources${resources}`,
    content,
  );
  const drawing = { number, drawn };
  copy.forms.set(form, drawing);
  return drawing;
}

/** The operators that text depends on, by how many values they take. All others draw what is no text. */
const OPERATORS: Readonly<Record<string, number>> = {
  q: 0,
  Q: 0,
  cm: 6,
  BT: 0,
  Tc: 1,
  Tw: 1,
  Tz: 1,
  TL: 1,
  Ts: 1,
  Td: 2,
  TD: 2,
  Tm: 6,
  'T*': 0,
  Tf: 2,
  Tj: 1,
  "'": 1,
  '"': 3,
  TJ: 1,
  Do: 1,
  gs: 1,
  BMC: 1,
  BDC: 2,
  EMC: 0,
};

type Content = { content: string; resources: string; drawn: Drawn };

/** What a page or form draws of text, and the resources that this needs. */
function copyContent(copy: Copy, text: string, resources: PdfValue | undefined, deep: number): Content {
  const reader = new PdfReader(text);
  const of = usedResources(copy, resources, deep);
  const lines: string[] = [];
  const drawn = { operators: 0, characters: 0 };
  let saved = 0;
  for (;;) {
    const { values, word } = reader.until(MOST_OPERANDS);
    if (word === null) break;
    if (word === 'ID') {
      skipPicture(reader);
      continue;
    }
    const count = OPERATORS[word];
    if (count === undefined || values.length < count) continue;
    const operands = count === 0 ? [] : values.slice(-count);
    if (word === 'q') saved += 1;
    else if (word === 'Q') saved = Math.max(0, saved - 1);
    if (saved > MOST_SAVED) throw new PdfFault('states are kept without end');
    const line = of.line(word, operands);
    if (line === null) continue;
    add(drawn, line.drawn, 1);
    lines.push(line.text);
  }
  return { content: lines.join('\n'), resources: of.written(), drawn };
}

/** Data of a picture stands among the operators, up to this word with readable text behind it. */
const PICTURE_END = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ][\t\n\r\x20-\x7e]{0,10}|$)/g;

function skipPicture(reader: PdfReader): void {
  const end = new RegExp(PICTURE_END);
  end.lastIndex = reader.at;
  reader.at = end.exec(reader.text) ? end.lastIndex : reader.text.length;
}

type Line = { text: string; drawn: Drawn };
const ONE: Drawn = { operators: 1, characters: 0 };

/** Operators in the words of the copy, and what they name in its resources. */
function usedResources(copy: Copy, value: PdfValue | undefined, deep: number) {
  const { file } = copy;
  const resources = resolved(file, value);
  const part = (kind: string, name: string): PdfValue => {
    const dict = isDict(resources) ? resolved(file, resources.dict.get(kind)) : null;
    return isDict(dict) ? (dict.dict.get(name) ?? null) : null;
  };
  const used: Record<'Font' | 'XObject' | 'ExtGState', Map<string, string>> = {
    Font: new Map(),
    XObject: new Map(),
    ExtGState: new Map(),
  };
  const fontNumber = (font: PdfValue): number => {
    const key = resolved(file, font);
    const number = copy.fonts.get(key) ?? copyFont(copy, key);
    copy.fonts.set(key, number);
    if (copy.fonts.size > MOST_FONTS) throw new PdfFault('too many fonts');
    return number;
  };
  const drawing = (name: string): Drawn | null => {
    const drawnThere = resolved(file, part('XObject', name));
    if (!isDict(drawnThere) || drawnThere.data === null) return null;
    const kind = resolved(file, drawnThere.dict.get('Subtype'));
    const isForm = isName(kind) && kind.name === 'Form';
    const { number, drawn } = isForm
      ? copyForm(copy, drawnThere, deep + 1)
      : { number: copy.picture, drawn: ONE };
    used.XObject.set(name, `${number} 0 R`);
    return { operators: drawn.operators + 1, characters: drawn.characters };
  };
  const line = (word: string, operands: readonly PdfValue[]): Line | null => {
    const [first = null] = operands;
    const plain = (drawn: Drawn): Line => ({ text: [...operands.map(written), word].join(' '), drawn });
    switch (word) {
      case 'Do': {
        const drawn = isName(first) ? drawing(first.name) : null;
        return drawn && plain(drawn);
      }
      case 'Tf': {
        if (!isName(first) || typeof operands[1] !== 'number') return null;
        const font = part('Font', first.name);
        if (isDict(resolved(file, font))) used.Font.set(first.name, `${fontNumber(font)} 0 R`);
        return plain(ONE);
      }
      case 'gs': {
        const state = isName(first) ? resolved(file, part('ExtGState', first.name)) : null;
        const font = isDict(state) ? resolved(file, state.dict.get('Font')) : null;
        if (!isName(first) || !Array.isArray(font) || typeof font[1] !== 'number') return null;
        used.ExtGState.set(
          first.name,
          `<</Font[${fontNumber(font[0] as PdfValue)} 0 R ${written(font[1])}]>>`,
        );
        return plain(ONE);
      }
      case 'BDC':
      case 'BMC':
        return { text: '/P BMC', drawn: ONE };
      case 'TJ':
        return shown(first, plain);
      case 'Tj':
      case "'":
      case '"':
        return shown(operands.slice(-1), plain);
      default:
        return operands.every((one) => typeof one === 'number') ? plain(ONE) : null;
    }
  };
  const all = (): string =>
    `<<${Object.entries(used)
      .map(
        ([kind, names]) =>
          `/${kind}<<${[...names].map(([name, of]) => `${written({ name })} ${of}`).join('')}>>`,
      )
      .join('')}>>`;
  return { line, written: all };
}

/** Text that is shown, and the distances between: each is an operator of its own to the reader. */
function shown(value: PdfValue, plain: (drawn: Drawn) => Line): Line | null {
  if (!Array.isArray(value)) return null;
  let characters = 0;
  for (const part of value as readonly PdfValue[]) {
    if (typeof part === 'object' && part !== null && 'text' in part) characters += part.text.length;
    else if (typeof part !== 'number') return null;
  }
  return plain({ operators: 1 + value.length, characters });
}
