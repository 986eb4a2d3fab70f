import { useId } from 'react';
import type { RangeBarLayout } from '../../../contract/report-view/head/range-bar.ts';

/** Height of the bar, and of the labels under it, px. */
const BAR = 14;
const UNDER = 42;
/** Room over the bar for the labels of marks: none, one row or two, px. */
const OVER = [4, 24, 36] as const;
const overBar = ({ marks }: RangeBarLayout): number =>
  marks.length === 0 ? OVER[0] : marks.some(({ label }) => label.row === 1) ? OVER[2] : OVER[1];
const percent = (at: number): string => `${at}%`;

/**
 * What a repair may cost as one bar: the range, the middle half of it, and marks with a shape for each kind. `mini`: without labels, to
 * go next to a number.
 */
export function RangeBar({ layout, mini = false }: { layout: RangeBarLayout; mini?: boolean }) {
  const top = mini ? 0 : overBar(layout);
  return (
    <>
      <svg className="range-bar" height={mini ? BAR : top + BAR + UNDER} role="img" aria-label={layout.words}>
        <line className="line" x1="0" x2="100%" y1={top + BAR / 2} y2={top + BAR / 2} strokeWidth="1" />
        <rect
          className="band"
          x={percent(layout.band.from)}
          width={percent(layout.band.to - layout.band.from)}
          y={top + 1}
          height={BAR - 2}
          rx="6"
        />
        {layout.half === null ? null : (
          <rect
            className="band-mid"
            x={percent(layout.half.from)}
            width={percent(Math.max(0, layout.half.to - layout.half.from))}
            y={top + 1}
            height={BAR - 2}
          />
        )}
        <line
          className="mark"
          x1={percent(layout.likely)}
          x2={percent(layout.likely)}
          y1={mini ? 0 : top - 4}
          y2={mini ? BAR : top + BAR + 4}
          strokeWidth="3"
        />
        {mini ? null : <Words layout={layout} top={top} />}
      </svg>
      {mini || layout.caption === '' ? null : (
        <p className="figures mt-1 text-xs text-muted">{layout.caption}</p>
      )}
    </>
  );
}

function Words({ layout, top }: { layout: RangeBarLayout; top: number }) {
  const middle = top + BAR / 2;
  return (
    <g className="figures">
      {layout.ticks.map(({ at, text }) => (
        <g key={at}>
          <line
            className="line"
            x1={percent(at)}
            x2={percent(at)}
            y1={middle + 9}
            y2={middle + 13}
            strokeWidth="1"
          />
          <text className="tick" x={percent(at)} y={top + BAR + UNDER - 2} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      {layout.ends.map(({ at, text, strong }) => (
        <text
          key={strong ? 'likely' : at}
          className={strong ? 'amount likely' : 'amount'}
          x={percent(at)}
          y={top + BAR + 21}
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
      {layout.marks.map(({ kind, name, at, label }) => (
        <g key={kind}>
          <MarkShape kind={kind} at={percent(at)} top={top} />
          <text
            x={percent(label.at)}
            dx={label.align === 'end' ? -8 : 8}
            y={top - (label.row === 0 ? 8 : 22)}
            textAnchor={label.align}
          >
            {name} <tspan fontWeight="600">{label.text.slice(name.length + 1)}</tspan>
          </text>
        </g>
      ))}
    </g>
  );
}

type MarkProps = { kind: RangeBarLayout['marks'][number]['kind']; at: string; top: number };

/** Value a triangle on a stem, seller a ring on a dashed stem, max bid a diamond. */
function MarkShape({ kind, at, top }: MarkProps) {
  const shape = useId();
  const stem = { className: 'mark', x1: at, x2: at, y1: top, y2: top + BAR, strokeWidth: 1.5 };
  switch (kind) {
    case 'value':
      return (
        <>
          <defs>
            <path id={shape} d={`M-5 ${top - 6}H5L0 ${top + 1}Z`} />
          </defs>
          <line {...stem} />
          <use href={`#${shape}`} x={at} className="mark" strokeWidth="1" />
        </>
      );
    case 'seller':
      return (
        <>
          <line {...stem} strokeDasharray="2 2" />
          <circle className="hollow" cx={at} cy={top - 3} r="4" />
        </>
      );
    case 'cap':
      return (
        <>
          <defs>
            <path
              id={shape}
              d={`M0 ${top}L${BAR / 2} ${top + BAR / 2}L0 ${top + BAR}L${-BAR / 2} ${top + BAR / 2}Z`}
            />
          </defs>
          <use href={`#${shape}`} x={at} className="cap" strokeWidth="1" />
        </>
      );
  }
}
