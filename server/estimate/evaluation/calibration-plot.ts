import type { Pair } from './evaluate.ts';
import { shareOf } from './quantile.ts';

/** Where the normal distribution has 90% below. */
const Z90 = 1.2815515655446004;

/** Standard normal distribution below z (Abramowitz and Stegun 7.1.26, error under 2e-7). */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - tail * Math.exp(-x * x);
  return z < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

/**
 * The share (0–1) at which an estimate places a cost: low is .1, likely .5, high .9, between and beyond them log-normal on
 * each side of likely.
 */
export function placeOf({ low, likely, high, cost }: Pair): number {
  const side = cost < likely ? Math.log(likely / low) : Math.log(high / likely);
  const away = Math.log(cost / likely);
  if (side <= 0) return away === 0 ? 0.5 : away < 0 ? 0 : 1;
  return normalBelow((away / side) * Z90);
}

/** Stated share and the share of costs really at or below it, in steps of 5%. */
export function calibration(pairs: readonly Pair[]): { stated: number; found: number }[] {
  const places = pairs.map(placeOf);
  return Array.from({ length: 19 }, (_, at) => {
    const stated = (at + 1) / 20;
    // The likely and the ends of the range are at their share but for rounding.
    return { stated, found: shareOf(places, (place) => place <= stated + 1e-6) };
  });
}

const SIDE = 320;
const LEFT = 64;
const TOP = 48;
const x = (share: number): string => (LEFT + SIDE * share).toFixed(1);
const y = (share: number): string => (TOP + SIDE * (1 - share)).toFixed(1);
const within = (share: number): number => Math.min(1, Math.max(0, share));

/** The calibration of a set of estimates as an SVG: on the diagonal what is stated happens. Light and dark. */
export function calibrationPlot(pairs: readonly Pair[]): string {
  const points = calibration(pairs);
  // 90% of samples of a right model lie in it.
  const off = (share: number): number => 1.645 * Math.sqrt((share * (1 - share)) / Math.max(1, pairs.length));
  const shares = [0, ...points.map(({ stated }) => stated), 1];
  const band = [
    ...shares.map((share) => `${x(share)},${y(within(share + off(share)))}`),
    ...shares.toReversed().map((share) => `${x(share)},${y(within(share - off(share)))}`),
  ];
  const found = (stated: number): string =>
    `${Math.round(100 * (points.find((point) => point.stated === stated)?.found ?? Number.NaN))}%`;
  const told = `${pairs.length} lots. At or below low (stated 10%): ${found(0.1)} of costs; likely (50%): ${found(0.5)}; high (90%): ${found(0.9)}.`;
  const ticks = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + SIDE + 24} ${TOP + SIDE + 72}" role="img" aria-labelledby="title desc">
<title id="title">Calibration of the estimates</title>
<desc id="desc">${told}</desc>
<style>
svg { color: #1b1f24; background: #fff; font: 12px system-ui, sans-serif }
text { fill: currentColor } .line, .grid { stroke: currentColor; fill: none } .grid { opacity: .15 }
.band { fill: currentColor; opacity: .1 } .found { stroke: #0b62c4; fill: none; stroke-width: 2 } .point { fill: #0b62c4 }
@media (prefers-color-scheme: dark) { svg { color: #e8eaed; background: #16181c } .found { stroke: #7db7ff } .point { fill: #7db7ff } }
</style>
<text x="${LEFT}" y="20">${told.split('. ')[0]}; on the diagonal, what is stated happens</text>
<text x="${LEFT}" y="36">band: 90% of samples of this size from right estimates</text>
${ticks.map((tick) => `<path class="grid" d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}"/><text x="${x(tick)}" y="${TOP + SIDE + 18}" text-anchor="middle">${tick * 100}</text><text x="${LEFT - 8}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${tick * 100}</text>`).join('\n')}
<polygon class="band" points="${band.join(' ')}"/>
<path class="line" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>
<polyline class="found" points="${points.map(({ stated, found: share }) => `${x(stated)},${y(share)}`).join(' ')}"/>
${points.map(({ stated, found: share }) => `<circle class="point" cx="${x(stated)}" cy="${y(share)}" r="${[0.1, 0.5, 0.9].includes(stated) ? 5 : 2.5}"/>`).join('\n')}
<text x="${LEFT + SIDE / 2}" y="${TOP + SIDE + 40}" text-anchor="middle">stated: % of costs at or below (low 10, likely 50, high 90)</text>
<text transform="translate(18 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">found: % of costs at or below</text>
</svg>
`;
}
