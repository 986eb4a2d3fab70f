import { useMemo } from 'react';
import { describeMarks, diagramSvg } from '../../contract/car-diagram/car-diagram.ts';
import { VIEW_BOX } from '../../contract/car-diagram/car-geometry.ts';
import type { CardDiagram } from '../../contract/car-diagram/card-diagram.ts';
import type { Marks } from '../../contract/car-diagram/levels.ts';
import { useDark } from '../ui/use-dark.ts';

/** The report's diagram, small: one picture, so that a long list of cards stays light. */
export function CardThumbnail({ diagram }: { diagram: CardDiagram }) {
  const theme = useDark() ? 'dark' : 'light';
  const { source, words } = useMemo(() => {
    const panels: Marks = Object.fromEntries(
      Object.entries(diagram.panels).map(([panel, severity]) => [panel, { severity }]),
    );
    const svg = diagramSvg({ panels, title: '', body_class: diagram.body_class, theme, labels: false });
    return { source: `data:image/svg+xml,${encodeURIComponent(svg)}`, words: describeMarks(panels) };
  }, [diagram, theme]);
  return (
    <img
      src={source}
      alt={words}
      width={VIEW_BOX.width}
      height={VIEW_BOX.height}
      decoding="async"
      className="h-full w-auto"
    />
  );
}
