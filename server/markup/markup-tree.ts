import { DomHandler, Parser } from 'htmlparser2';

/** A parsed document: the root that holds its elements. */
export type MarkupTree = DomHandler['root'];

/** What a document may hold. `deepest`: elements that stand inside each other; `mostTags`: opening and closing tags. */
export type MarkupBounds = {
  readonly xml: boolean;
  readonly deepest: number;
  readonly mostTags: number;
};

/** Elements stand inside each other deeper than they may. */
class TooDeep extends Error {}

class BoundedHandler extends DomHandler {
  readonly #deepest: number;
  constructor(deepest: number, xmlMode: boolean) {
    super(undefined, { xmlMode });
    this.#deepest = deepest;
  }
  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    // The root is on the stack too.
    if (this.tagStack.length - 1 > this.#deepest) throw new TooDeep();
  }
}

/**
 * Parses HTML or XML. The parser moves or searches all elements that are open at each tag, so its time grows with the square
 * of the text unless both are bounded.
 * @returns The root, or null where the text nests deeper or has more tags than `bounds` allow.
 */
export function markupTree(text: string, { xml, deepest, mostTags }: MarkupBounds): MarkupTree | null {
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > mostTags) return null;
  }
  const handler = new BoundedHandler(deepest, xml);
  try {
    new Parser(handler, { xmlMode: xml }).end(text);
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
  return handler.root;
}
