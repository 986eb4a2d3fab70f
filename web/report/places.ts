/** Opens what an element is folded into, lets what comes with it be drawn, then goes on. */
function unfold(element: HTMLElement, then: () => void): void {
  const folds: HTMLDetailsElement[] = [];
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    if (!fold.open) folds.push(fold);
  const [first] = folds;
  for (const fold of folds.slice(1)) fold.open = true;
  if (first === undefined) {
    then();
    return;
  }
  // Its lines are drawn when it opens.
  first.addEventListener('toggle', () => requestAnimationFrame(then), { once: true });
  first.open = true;
}

const DRAWN_MS = 5_000;

/** Does `then` with what `find` finds: at once, or as soon as the page is drawn that far. */
export function onceDrawn(find: () => HTMLElement | null, then: (element: HTMLElement) => void): void {
  const there = find();
  if (there) {
    then(there);
    return;
  }
  const observer = new MutationObserver(() => {
    const late = find();
    if (!late) return;
    observer.disconnect();
    then(late);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), DRAWN_MS);
}

/** Shows a place of the page by its id, also one in a closed fold, and takes the keyboard there. */
export function goToPlace(id: string): void {
  onceDrawn(
    () => document.getElementById(id),
    (element) =>
      unfold(element, () => {
        if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
        element.scrollIntoView({ block: 'start' });
        element.focus({ preventScroll: true });
      }),
  );
}

/** The row of a line, or the fold that draws it when it opens; null where the page shows no lines. */
export const holderOfLine = (line: string): HTMLElement | null =>
  document.getElementById(`line-${line}`) ??
  document.querySelector<HTMLElement>(`[data-lines~="${CSS.escape(line)}"]`);

/** Shows a line, also one in a closed fold, and takes the keyboard there; `then` gets its row. */
export function goToLine(line: string, then?: (row: HTMLElement) => void): void {
  onceDrawn(
    () => holderOfLine(line),
    (holder) =>
      unfold(holder, () => {
        const row = document.getElementById(`line-${line}`);
        if (!row) return;
        row.scrollIntoView({ block: 'center' });
        row.querySelector('button')?.focus({ preventScroll: true });
        then?.(row);
      }),
  );
}
