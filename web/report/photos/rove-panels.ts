const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Place = { panel: SVGElement; x: number; y: number };

const placeOf = (panel: SVGElement): Place => {
  const { left, top, width, height } = panel.getBoundingClientRect();
  return { panel, x: left + width / 2, y: top + height / 2 };
};

/** The nearest panel that way: what lies ahead counts once, what lies aside twice. */
function nextOf(from: Place, all: readonly Place[], [dx, dy]: readonly [number, number]): Place | null {
  let best: { place: Place; far: number } | null = null;
  for (const place of all) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * dx + y * dy;
    if (place === from || ahead < 1) continue;
    const far = ahead + 2 * Math.abs(x * dy - y * dx);
    if (best === null || far < best.far) best = { place, far };
  }
  return best?.place ?? null;
}

/** Makes the panels of a drawing one stop of the Tab key, left by it and walked by the arrow keys. Answers how to end that. */
export function rovePanels(drawing: HTMLElement): () => void {
  const panels = [...drawing.querySelectorAll<SVGElement>('.car-panel[tabindex]')];
  const stopAt = (one: SVGElement | undefined): void => {
    for (const panel of panels) panel.tabIndex = panel === one ? 0 : -1;
  };
  stopAt(panels[0]);
  const pressed = (event: KeyboardEvent): void => {
    const way = ARROWS[event.key];
    const all = panels.map(placeOf);
    const from = all.find(({ panel }) => panel === document.activeElement);
    if (!way || !from) return;
    event.preventDefault();
    const next = nextOf(from, all, way);
    if (!next) return;
    stopAt(next.panel);
    next.panel.focus();
  };
  drawing.addEventListener('keydown', pressed);
  return () => drawing.removeEventListener('keydown', pressed);
}
