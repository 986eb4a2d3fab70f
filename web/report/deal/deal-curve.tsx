import type { CurveView, DealView } from '../../../contract/report-view/deal/deal-view.ts';

const [WIDTH, HEIGHT] = [300, 96];
/** Chances that a line is drawn at. */
const LINES = [0, 0.5, 1];

/** Chance of the wanted profit by bid, with the ceiling marked; the same in words and figures. */
export function DealCurve({ view: { curve } }: { view: DealView }) {
  if (curve === null) return null;
  return (
    <figure className="text-sm">
      <figcaption>
        <h3 className="font-medium">{curve.title}</h3>
        <p className="text-muted">{curve.words}</p>
      </figcaption>
      <Drawing curve={curve} />
      <details className="mt-1">
        <summary className="min-h-8 w-fit text-signal">The curve in figures</summary>
        <table className="figures w-full max-w-md text-left">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="font-normal">
                Bid
              </th>
              <th scope="col" className="font-normal">
                Chance
              </th>
              <th scope="col">
                <span className="sr-only">Mark</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {curve.points.map(({ bid, label, chance, mark }) => (
              <tr key={bid} className="border-t border-rule">
                <td className="py-1">{label}</td>
                <td>{chance}</td>
                <td className="text-muted">{mark}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Drawing({ curve: { points, ceiling, words } }: { curve: CurveView }) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const x = (bid: number): number => ((bid - first.bid) / Math.max(1, last.bid - first.bid)) * WIDTH;
  const y = (chance: number): number => 4 + (1 - chance) * (HEIGHT - 8);
  const line = points.map(({ bid, probability }) => `${x(bid)},${y(probability)}`).join(' ');
  const mark = points.find(({ bid }) => bid === ceiling);
  return (
    <div className="mt-2 grid max-w-xl grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <p aria-hidden="true" className="figures flex flex-col justify-between text-right text-xs text-muted">
        <span>100%</span>
        <span>50%</span>
        <span>0%</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
        role="img"
        aria-label={words}
      >
        {LINES.map((chance) => (
          <line
            key={chance}
            x1="0"
            x2={WIDTH}
            y1={y(chance)}
            y2={y(chance)}
            stroke="var(--rule)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <polyline
          points={line}
          fill="none"
          stroke="var(--signal)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {mark === undefined ? null : (
          <line
            x1={x(mark.bid)}
            x2={x(mark.bid)}
            y1="0"
            y2={HEIGHT}
            stroke="var(--ink)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p aria-hidden="true" className="figures col-start-2 flex justify-between text-xs text-muted">
        <span>{first.label}</span>
        <span>{last.label}</span>
      </p>
      {mark === undefined ? null : (
        <p className="figures col-start-2 flex items-center gap-2">
          <span aria-hidden="true" className="w-6 border-t border-dashed border-ink" />
          Sure enough up to {mark.label}
        </p>
      )}
    </div>
  );
}
