/** What a page may hold of its user, and what nobody reads: it stays in their browser. */
export const LEFT_OUT =
  'input[type=hidden], input[type=password], meta[name*=csrf i], meta[name*=token i], iframe, link[rel=stylesheet], style';

/** Of a dealer's page what is neither its words nor its data. */
export const LEFT_OUT_OF_PART = `${LEFT_OUT}, script:not([type="application/ld+json"]), svg, noscript, template`;

/** The source of a page without what `selector` names. The page itself stays as it is. */
export function sourceWithout(page: HTMLElement, selector: string): string {
  const copy = page.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(selector)) element.remove();
  return `<!DOCTYPE html>\n${copy.outerHTML}`;
}
