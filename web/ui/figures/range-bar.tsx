import type { RangeBarLayout } from '../../../contract/report-view/head/range-bar.ts';

/** Height of the bar, and of what stands under it, px. */
const BAR = 14;
const UNDER = 42;
/** Room over the bar for the labels of marks: none, one row or two, px. */
const OVER = [4, 24, 36] as const;
const overBar = ({ marks }: RangeBarLayout): number =>
  marks.length === 0 ? OVER[0] : marks.some(({ label }) => label.row === 1) ? OVER[2] : OVER[1];
const percent = (at: number): string => `${at}%`;

/**
 * What a repair may cost as one bar: the range, the half of it around the middle, and marks told apart by their shape. `mini`: without
 * words, for beside a number that has them.
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
        <svg x={percent(layout.likely)} overflow="visible">
          <title>Likely</title>
          <rect
            className="mark"
            x="-1.5"
            width="3"
            y={mini ? 0 : top - 4}
            height={mini ? BAR : BAR + 8}
            strokeWidth="0"
          />
        </svg>
        {mini ? null : <Words layout={layout} top={top} />}
      </svg>
      {mini || layout.caption === '' ? null : <p className="figures text-xs text-muted">{layout.caption}</p>}
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
          <svg x={percent(at)} overflow="visible">
            <title>{label.text}</title>
            <MarkShape kind={kind} top={top} />
          </svg>
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

/** Value a triangle on a stem, seller a ring on a dashed stem, max bid a diamond. */
type MarkProps = { kind: RangeBarLayout['marks'][number]['kind']; top: number };
function MarkShape({ kind, top }: MarkProps) {
  const middle = top + BAR / 2;
  switch (kind) {
    case 'value':
      return (
        <path className="mark" strokeWidth="1.5" d={`M-5 ${top - 6}H5L0 ${top + 1}ZM0 ${top}V${top + BAR}`} />
      );
    case 'seller':
      return (
        <>
          <path className="mark" strokeWidth="1.5" strokeDasharray="2 2" d={`M0 ${top}V${top + BAR}`} />
          <circle className="hollow" cy={top - 3} r="4" />
        </>
      );
    case 'cap':
      return (
        <path
          className="cap"
          strokeWidth="1"
          d={`M0 ${middle - 7}L7 ${middle}L0 ${middle + 7}L-7 ${middle}Z`}
        />
      );
  }
}
