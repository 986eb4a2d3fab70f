/** Where the focus goes when another view has come, or what had it has gone: the view's heading. */
function headingOf(hash: string): HTMLElement | null {
  const section = hash === '' ? null : document.getElementById(hash);
  return section?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('h1');
}

/** Focuses the page's heading, or that of the section `hash` names; false while the page has none yet. */
export function focusHeading(hash = ''): boolean {
  const heading = headingOf(hash);
  if (heading === null) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

let waiting = new AbortController();

/** Focuses the heading as soon as there is one, unless the user does something first or yet another page comes. */
export function focusComingHeading(hash: string): void {
  waiting.abort();
  if (focusHeading(hash)) return;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const watcher = new MutationObserver(() => focusHeading(hash) && end());
  watcher.observe(document.body, { childList: true, subtree: true });
  ended.signal.addEventListener('abort', () => watcher.disconnect());
  for (const kind of ['keydown', 'pointerdown'] as const)
    addEventListener(kind, end, { signal: ended.signal, capture: true });
  waiting = ended;
}
