/** The values a PDF is written in. Text and stream data are one character for each byte. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | { readonly text: string }
  | { readonly ref: number }
  | readonly PdfValue[]
  | PdfDict;
export type PdfName = { readonly name: string };
/** `data`: of a stream, as its filters left it. */
export type PdfDict = { readonly dict: ReadonlyMap<string, PdfValue>; readonly data: string | null };
/** A word between values: `obj` and `stream` of a file, or an operator of what is drawn. */
export type PdfWord = { readonly word: string };

/** A PDF that is damaged, or takes more to read than a printed page does. */
export class PdfFault extends Error {}

/** Values that stand inside each other; a printed page has some five. */
const DEEPEST = 40;
/** What ends a run of other characters: white space and delimiters, by their codes. */
const ENDS_RUN = Uint8Array.from({ length: 256 }, (_, code) =>
  '\0\t\n\f\r ()<>[]{}/%'.includes(String.fromCharCode(code)) ? 1 : 0,
);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const LINE_END = /[\r\n]/g;
const isWhite = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 0 || code === 12;
const WORDS = new Map<string, PdfValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const END = Symbol('the end');

/** Reads values one after the other, each character once. All throw PdfFault for what is no PDF. */
export class PdfReader {
  readonly text: string;
  at: number;
  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The next value, or the word in its place; END behind the last. */
  next(depth = 0): PdfValue | PdfWord | typeof END {
    this.#skipWhite();
    const { text } = this;
    if (this.at >= text.length) return END;
    const sign = text.charAt(this.at);
    if (sign === '/') return this.#name();
    if (sign === '(') return this.#literal();
    if (sign === '<') return text.charAt(this.at + 1) === '<' ? this.#dict(depth) : this.#hex();
    if (sign === '[') return this.#list(depth);
    const run = this.#run();
    if (run === '') {
      this.at += sign === '>' && text.charAt(this.at + 1) === '>' ? 2 : 1;
      return { word: sign };
    }
    if (NUMBER.test(run)) return Number(run);
    const known = WORDS.get(run);
    return known === undefined ? { word: run } : known;
  }

  /** What stands until a word: the values, and the word; null at the end. `most` of them at most: those before are dropped. */
  until(most: number): { values: PdfValue[]; word: string | null } {
    const values: PdfValue[] = [];
    for (;;) {
      const read = this.next();
      if (read === END) return { values, word: null };
      if (isWord(read)) return { values, word: read.word };
      values.push(read);
      if (values.length > most) throw new PdfFault('more values than any operator takes');
    }
  }

  #run(): string {
    const { text, at: from } = this;
    let at = from;
    while (at < text.length && ENDS_RUN[text.charCodeAt(at)] !== 1) at += 1;
    this.at = at;
    return text.slice(from, at);
  }

  #skipWhite(): void {
    const { text } = this;
    for (;;) {
      while (isWhite(text.charCodeAt(this.at))) this.at += 1;
      if (text.charAt(this.at) !== '%') return;
      LINE_END.lastIndex = this.at;
      this.at = LINE_END.exec(text)?.index ?? text.length;
    }
  }

  #name(): PdfName {
    this.at += 1;
    // Names have at most 127 bytes (ISO 32000-1, annex C), each written with three signs at most.
    const name = this.#run()
      .slice(0, 381)
      .replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return { name };
  }

  #literal(): PdfValue {
    const parts: string[] = [];
    let open = 1;
    let from = this.at + 1;
    let at = from;
    for (; open > 0; at += 1) {
      if (at >= this.text.length) this.#endless();
      const sign = this.text.charAt(at);
      if (sign === '(') open += 1;
      else if (sign === ')') open -= 1;
      else if (sign === '\\') {
        const [whole, meant] = escapeAt(this.text, at);
        parts.push(this.text.slice(from, at), meant);
        from = at + whole;
        at = from - 1;
      }
    }
    parts.push(this.text.slice(from, at - 1));
    this.at = at;
    return { text: parts.join('') };
  }

  #hex(): PdfValue {
    const { text } = this;
    const end = text.indexOf('>', this.at);
    if (end < 0) this.#endless();
    const digits = text.slice(this.at + 1, end).replaceAll(/[^0-9a-f]+/gi, '');
    this.at = end + 1;
    return {
      text: Buffer.from(digits.padEnd(Math.ceil(digits.length / 2) * 2, '0'), 'hex').toString('latin1'),
    };
  }

  /** Whoever goes on behind it finds nothing: the rest is not read again for each text that does not end. */
  #endless(): never {
    this.at = this.text.length;
    throw new PdfFault('a text does not end');
  }

  #list(depth: number): readonly PdfValue[] {
    this.at += 1;
    return this.#inside(']', depth);
  }

  #dict(depth: number): PdfDict {
    this.at += 2;
    const values = this.#inside('>', depth);
    const entries = new Map<string, PdfValue>();
    for (let at = 0; at + 1 < values.length; at += 2) {
      const key = values[at] ?? null;
      if (!isName(key)) throw new PdfFault('a key is no name');
      entries.set(key.name, values[at + 1] ?? null);
    }
    return { dict: entries, data: null };
  }

  /** Values to the word that ends them, references put together. */
  #inside(end: string, depth: number): PdfValue[] {
    if (depth >= DEEPEST) throw new PdfFault('values stand too deep inside each other');
    const values: PdfValue[] = [];
    for (;;) {
      const read = this.next(depth + 1);
      if (read === END) throw new PdfFault('values do not end');
      if (!isWord(read)) {
        values.push(read);
        continue;
      }
      if (read.word === end) return values;
      if (read.word !== 'R') throw new PdfFault(`${read.word} stands among values`);
      const [ref] = values.splice(-2);
      if (typeof ref !== 'number') throw new PdfFault('a reference has no number');
      values.push({ ref });
    }
  }
}

/** An escape of a literal text: how long it is, and what it means. */
function escapeAt(text: string, at: number): [length: number, meant: string] {
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined) return [1 + octal.length, String.fromCharCode(Number.parseInt(octal, 8) & 0xff)];
  const sign = text.charAt(at + 1);
  if (sign === '\r' && text.charAt(at + 2) === '\n') return [3, ''];
  if (sign === '\r' || sign === '\n') return [2, ''];
  return [2, ESCAPED[sign] ?? sign];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isWord = (value: PdfValue | PdfWord): value is PdfWord => isObject(value) && 'word' in value;
export const isName = (value: PdfValue): value is PdfName => isObject(value) && 'name' in value;
export const isDict = (value: PdfValue): value is PdfDict => isObject(value) && 'dict' in value;
