type Child = Node | string | null;

/** An element with its properties and children; text is never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Rows of label and value. */
export const rowList = (rows: readonly { label: string; value: string }[]): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map(({ label, value }) => element('div', {}, element('dt', {}, label), element('dd', {}, value))),
  );
