import { useEffect, useMemo, useRef } from 'react';
import { diagramSvg, panelName } from '../../../contract/car-diagram/car-diagram.ts';
import type { PanelId } from '../../../contract/car-diagram/car-geometry.ts';
import type { Marks } from '../../../contract/car-diagram/levels.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { useDark } from '../../ui/use-dark.ts';
import { goToLine } from '../places.ts';
import { diagramMarks } from './diagram-marks.ts';
import { rovePanels } from './rove-panels.ts';

type Props = {
  report: ReportModel;
  active: string | null;
  onActive: (line: string | null) => void;
  /** Beside the lines: for the pointer, not in the order of the keys. */
  small?: boolean;
};

type LitProps = {
  /** Keeps several on one page apart. */ id: string;
  report: ReportModel;
  panels: readonly PanelId[];
};

/** The same drawing to look at only, with some panels lit. */
export function LitDiagram({ id, report, panels }: LitProps) {
  const holder = useRef<HTMLDivElement>(null);
  const theme = useDark() ? 'dark' : 'light';
  const { marks } = useMemo(() => diagramMarks(report.estimate.lines), [report]);
  const svg = diagramSvg({
    panels: unnumbered(marks),
    title: panels.length === 0 ? 'Damaged panels' : `Asked about: ${panels.map(panelName).join(', ')}`,
    body_class: report.vehicle.body_class,
    theme,
    labels: false,
    idPrefix: id,
  });
  useEffect(() => {
    drawInto(holder.current, svg);
    light(holder.current, new Set(panels));
  }, [svg, panels]);
  return <div ref={holder} className="diagram" />;
}

/** Where numbers would be too small to read. */
const unnumbered = (marks: Marks): Marks =>
  Object.fromEntries(Object.entries(marks).map(([panel, { severity }]) => [panel, { severity }]));

function drawInto(holder: HTMLElement | null, svg: string): void {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  holder?.replaceChildren(document.importNode(parsed, true));
}

function light(holder: HTMLElement | null, lit: ReadonlySet<string>): void {
  for (const panel of holder?.querySelectorAll('.car-panel') ?? [])
    panel.classList.toggle('is-active', lit.has(panel.getAttribute('data-panel') ?? ''));
}

/** The unfolded car with its damaged panels; panel, line and box light up together. */
export function PanelDiagram({ report, active, onActive, small = false }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const theme = useDark() ? 'dark' : 'light';
  const { marks, lineOf, panelsByLine } = useMemo(() => diagramMarks(report.estimate.lines), [report]);

  // With the rest of a render, not after it: together they would hold the page's thread for longer.
  const svg = useMemo(
    () =>
      diagramSvg({
        panels: small ? unnumbered(marks) : marks,
        title: 'Damaged panels',
        body_class: report.vehicle.body_class,
        theme,
        interactive: !small,
        labels: !small,
        idPrefix: small ? 'beside' : 'report',
      }),
    [marks, theme, small, report.vehicle.body_class],
  );
  useEffect(() => {
    drawInto(holder.current, svg);
    return small || !holder.current ? undefined : rovePanels(holder.current);
  }, [svg, small]);

  useEffect(() => {
    const element = holder.current;
    const lineUnder = (event: Event): string | null => {
      const panel = event.target instanceof Element ? event.target.getAttribute('data-panel') : null;
      return panel === null ? null : (lineOf.get(panel as PanelId) ?? null);
    };
    const enter = (event: Event): void => onActive(lineUnder(event));
    const leave = (): void => onActive(null);
    const choose = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      const line = lineUnder(event);
      if (line === null) return;
      event.preventDefault();
      goToLine(line);
    };
    const listeners = {
      pointerover: enter,
      focusin: enter,
      pointerleave: leave,
      focusout: leave,
      click: choose,
      keydown: choose,
    };
    for (const [name, listener] of Object.entries(listeners)) element?.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element?.removeEventListener(name, listener);
    };
  }, [lineOf, onActive]);

  useEffect(() => {
    light(holder.current, new Set(active === null ? [] : (panelsByLine.get(active) ?? [])));
  }, [active, panelsByLine]);

  return <div ref={holder} className="diagram mx-auto w-full max-w-md" />;
}
