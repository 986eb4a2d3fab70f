import { useEffect, useMemo, useRef } from 'react';
import { diagramSvg, type PanelId } from '../../../contract/car-diagram/car-diagram.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { useDark } from '../../ui/use-dark.ts';
import { diagramMarks } from './diagram-marks.ts';

type Props = {
  report: ReportModel;
  active: string | null;
  onActive: (line: string | null) => void;
  /** Beside the lines: for the pointer, not in the order of the keys. */
  small?: boolean;
};

/** The unfolded car with its damaged panels; panel, line and box light up together. */
export function PanelDiagram({ report, active, onActive, small = false }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const theme = useDark() ? 'dark' : 'light';
  const { marks, lineOf, panelsByLine } = useMemo(() => diagramMarks(report.estimate.lines), [report]);

  useEffect(() => {
    const svg = diagramSvg({
      panels: marks,
      title: 'Damaged panels',
      body_class: report.vehicle.body_class,
      theme,
      interactive: !small,
      labels: !small,
      idPrefix: small ? 'beside' : 'report',
    });
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    holder.current?.replaceChildren(document.importNode(parsed, true));
  }, [marks, theme, small, report.vehicle.body_class]);

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
    const lit = new Set<string>(active === null ? [] : (panelsByLine.get(active) ?? []));
    for (const panel of holder.current?.querySelectorAll('.car-panel') ?? [])
      panel.classList.toggle('is-active', lit.has(panel.getAttribute('data-panel') ?? ''));
  }, [active, panelsByLine]);

  return <div ref={holder} className="diagram mx-auto w-full max-w-md" />;
}

/** Shows a line, also one in a closed fold, and takes the keyboard there. */
export function goToLine(line: string): void {
  const row = document.getElementById(`line-${line}`);
  const fold = row?.closest('details');
  if (fold) fold.open = true;
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector('button')?.focus({ preventScroll: true });
}
