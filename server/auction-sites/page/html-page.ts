import { type MarkupTree, markupTree } from '../../markup/markup-tree.ts';
import { unreadableMarkup } from '../scrape-errors.ts';
import { tidy } from './listing-values.ts';

type Root = MarkupTree;
type Node = Root['children'][number];
/** An element of a page, as the parser made it. */
export type Element = Extract<Node, { attribs: unknown }>;

/** A parsed page: its elements in document order, found by id or class without walking again. */
export type HtmlPage = {
  elements: readonly Element[];
  byId(id: string): Element | null;
  byClass(name: string): readonly Element[];
  byTag(name: string): readonly Element[];
};

/** Thirty times what the largest lot page has (judgement): tags, and elements that stand inside each other. */
const PAGE = { xml: false, deepest: 500, mostTags: 100_000 };

/** Parses a page, in time that grows with its length only. Throws AppError where it is no page a browser saved. */
export function parseHtml(html: string): HtmlPage {
  const root = markupTree(html, PAGE);
  if (root === null) throw unreadableMarkup();
  const elements = [...elementsIn(root)];
  const ids = new Map<string, Element>();
  const classes = new Map<string, Element[]>();
  const tags = new Map<string, Element[]>();
  for (const element of elements) {
    const id = attributeOf(element, 'id');
    if (id !== null && !ids.has(id)) ids.set(id, element);
    for (const name of new Set(classesOf(element))) push(classes, name, element);
    push(tags, element.name, element);
  }
  return {
    elements,
    byId: (id) => ids.get(id) ?? null,
    byClass: (name) => classes.get(name) ?? [],
    byTag: (name) => tags.get(name) ?? [],
  };
}

function push(map: Map<string, Element[]>, key: string, element: Element): void {
  const list = map.get(key);
  if (list) list.push(element);
  else map.set(key, [element]);
}

/** All elements below a node in document order. Iterative: pages may be nested deeper than the stack. */
export function* elementsIn(root: Root | Element): Generator<Element> {
  let node: Node | null = root.children[0] ?? null;
  while (node) {
    if ('attribs' in node) yield node;
    node = nextNode(node, root);
  }
}

function nextNode(node: Node, root: Root | Element): Node | null {
  if ('children' in node && node.children[0]) return node.children[0];
  let at: Node | null = node;
  while (at) {
    if (at.next) return at.next;
    const parent: Node | Root | null = at.parent;
    if (parent === null || parent === root || !('next' in parent)) return null;
    at = parent as Node;
  }
  return null;
}

export const attributeOf = (element: Element, name: string): string | null =>
  Object.hasOwn(element.attribs, name) ? (element.attribs[name] ?? null) : null;

/** Characters of a list of classes that are read (judgement): it is read again for each element that asks for it. */
const MOST_CLASSES = 2_000;

const classesOf = (element: Element): string[] =>
  (attributeOf(element, 'class') ?? '').slice(0, MOST_CLASSES).split(/\s+/);

export const hasClass = (element: Element, name: string): boolean => classesOf(element).includes(name);

/** The elements that `fits` holds for, and all below them: asked of each alone, deep pages would be climbed again and again. */
export function allWithin({ elements }: HtmlPage, fits: (element: Element) => boolean): ReadonlySet<Element> {
  const within = new Set<Node | Root>();
  for (const element of elements)
    if ((element.parent !== null && within.has(element.parent)) || fits(element)) within.add(element);
  return within as Set<Element>;
}

const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'object']);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data em font i img kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** All text below an element, exactly as written. */
export function writtenText(root: Element): string {
  const parts: string[] = [];
  let node: Node | null = root;
  while (node) {
    if ('data' in node && !('name' in node) && !isComment(node)) parts.push(node.data);
    node = node === root ? (root.children[0] ?? null) : nextNode(node, root);
  }
  return parts.join('');
}

/** The text of an element's own script or other raw content. */
export const rawText = (element: Element): string =>
  element.children.map((child) => ('data' in child ? child.data : '')).join('');

/** Characters and nodes looked at for a label, a value or a heading: elements that hold each other would be read again and again. */
const SHORT_TEXT = { characters: 4_000, nodes: 300 };

/** The visible text of an element on one line, its start where it is long, without that of `skipped` elements. */
export const textIn = (element: Element, skipped: (element: Element) => boolean = () => false): string =>
  tidy(visibleText(element, skipped, SHORT_TEXT));

/** The visible text of a page line by line, as select-all and copy would give it. */
export function linesIn(page: HtmlPage): string[] {
  const top = page.byTag('body')[0] ?? page.elements[0];
  return top ? splitLines(visibleText(top, () => false)) : [];
}

/** Ten times what the longest lot page has, and the characters of a line that anything is read from. */
const MOST_LINES = 20_000;
const MOST_IN_LINE = 4_000;

/** Lines of a text, white space tidied, empty ones left out; a tab separates a label from its value. */
export const splitLines = (text: string): string[] =>
  text
    .split(/[\n\r\t\u2028\u2029]+/, MOST_LINES)
    .map((line) => tidy(line.slice(0, MOST_IN_LINE)))
    .filter((line) => line !== '');

function visibleText(
  root: Element,
  skipped: (element: Element) => boolean,
  most = { characters: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY },
): string {
  const parts: string[] = [];
  let { characters, nodes } = most;
  const isHidden = (node: Node): boolean =>
    'attribs' in node && (UNSEEN.has(node.name) || (node !== root && skipped(node)));
  let node: Node | null = root;
  while (node && characters > 0 && nodes > 0) {
    nodes -= 1;
    const hidden = isHidden(node);
    if (!hidden && 'data' in node && !('name' in node) && !isComment(node)) {
      const text = characters < node.data.length ? node.data.slice(0, characters) : node.data;
      characters -= text.length;
      parts.push(text.replace(/\s+/g, ' '));
    }
    if ('attribs' in node) parts.push(boundary(node));
    if (!hidden && 'children' in node && node.children[0]) {
      node = node.children[0];
      continue;
    }
    node = leave(node, root, parts);
  }
  return parts.join('');
}

/** Blocks end a line; pages set labels and values apart by spans without a space. */
const boundary = (element: Element): string =>
  INLINE.has(element.name) ? (element.name === 'span' ? ' ' : '') : '\n';

const isComment = (node: Node): boolean => String(node.type) === 'comment';

/** The next node after this one's subtree; closing a block ends its line. */
function leave(node: Node, root: Element, parts: string[]): Node | null {
  let at: Node | null = node;
  while (at && at !== root) {
    if (at.next) return at.next;
    const parent: Node | Root | null = at.parent;
    if (parent === null || !('next' in parent)) return null;
    if ('attribs' in parent) parts.push(boundary(parent));
    at = parent as Node;
  }
  return null;
}
