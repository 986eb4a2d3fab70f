import type { Body } from './bodies.ts';
import { circle, side, whole } from './paths.ts';

/** Panels that stand once, on the centre line. */
export function middleOf(b: Body): Record<string, string> {
  const { base, top, roofEnd, glassEnd } = b;
  const lidEnd = b.tail === 'deck' ? 429 : 433;
  return {
    front_bumper:
      whole('M0 75C30 75 52 78 61 89L63 96C50 88 26 84 0 84') +
      whole('M0 43L32 44L40 49L66 45C70 41 70 29 66 21C62 14 46 12 0 12'),
    grille: whole('M0 63L33 62C36 58 35 51 31 47.5L0 46'),
    hood: whole(
      `M0 86.5C18 86.5 30 87.5 38 90C44 96 51 104 55 112C57 120 59 ${base - 12} 59 ${base + 7}C46 ${base + 1} 22 ${base - 2} 0 ${base - 2}`,
    ),
    windshield: whole(
      `M0 ${base + 1}C24 ${base + 1} 46 ${base + 5} 60 ${base + 12}L48 ${top + 5}C32 ${top + 1} 16 ${top} 0 ${top}`,
    ),
    roof: whole(
      `M0 ${top + 2.5}C16 ${top + 2.5} 32 ${top + 3.5} 48 ${top + 8}C51 ${top + 30} 51 ${roofEnd - 30} 49 ${roofEnd - 4}C32 ${roofEnd} 16 ${roofEnd + 1} 0 ${roofEnd + 1}`,
    ),
    back_glass: whole(
      `M0 ${roofEnd + 3.5}C16 ${roofEnd + 3.5} 32 ${roofEnd + 2.5} 49 ${roofEnd - 1}L58 ${glassEnd - 7}C42 ${glassEnd} 20 ${glassEnd + 1} 0 ${glassEnd + 1}`,
    ),
    trunk:
      (b.tail === 'bed'
        ? whole('M0 424L57 424L57 434C40 435 20 435 0 435')
        : whole(
            `M0 ${glassEnd + 3.5}C20 ${glassEnd + 3.5} 42 ${glassEnd + 2.5} 57 ${glassEnd - 3}L57 ${Math.max(lidEnd - 8, glassEnd + 2)}C44 ${lidEnd + 3} 22 ${lidEnd + 4} 0 ${lidEnd + 4}`,
          )) + whole('M0 458L35 459C35 467 37 474 40 479L40 484L0 485'),
    rear_bumper:
      whole('M0 437C26 437 46 436 58 432L62 437C53 445 26 446.5 0 446.5') +
      whole('M0 487.5L42 486.5L42 480L67 481C70 488 70 499 66 506C60 511 42 512 0 512'),
  };
}

/** Panels of one side, in half-plane paths; the caller puts them left and right. */
export function sideOf(b: Body): Record<string, string> {
  const { base, top, roofEnd, glassEnd, door, pillar, hoodH, cowlH, roofH, tailH, radius } = b;
  const [wf, wr] = b.wheels;
  const r = radius + 4;
  const last = b.rear ?? pillar;
  const corner = Math.min(last - 8, roofEnd - 4);
  const belt = tailH - 3;
  const knee = Math.min(top + 38, pillar - 4);
  const back = Math.max(roofEnd - 42, knee);
  const lampTop = b.tail === 'gate' ? tailH + 10 : tailH - 2;
  const strip = (from: number, to: number) => `M66 ${from}L70 ${from}L70 ${to}L66 ${to}Z`;
  const lastTop = `C${roofH - 4} ${corner - 18} ${roofH - 5} ${corner - 9} ${roofH - 11} ${corner}C${roofH - 18} ${corner + 5} ${belt + 12} ${last - 5} ${belt} ${last + 2}L${belt - 6} ${last}L44 ${Math.min(last, wr - r + 6)}L24 ${Math.min(last, wr - r - 1)}Z`;
  const frontTop = `L${cowlH - 4} ${door}L${cowlH + 2} ${base + 19}L${roofH - 18} ${top - 1}C${roofH - 8} ${top + 11} ${roofH - 4} ${top + 22} ${roofH - 4} ${knee}`;
  const cab = b.tail === 'bed';
  return {
    fender:
      side(
        `M${hoodH - 1} 101C${hoodH + 4} ${101 + 0.4 * (base - 101)} ${cowlH - 3} ${base - 12} ${cowlH - 1} ${base + 13}L${cowlH - 4} ${door}L24 ${door + 3}L16 ${door - 6}L16 ${wf}L${hoodH - 28} ${wf - r}L${hoodH - 12} 106Z`,
      ) +
      `M57.5 113L63.5 106C68 113 69.5 122 69.7 132L70 ${door}L66 ${door}L61 ${base + 9}C61 ${base - 12} 60 124 57.5 113Z`,
    front_door:
      side(
        b.rear === null
          ? `M24 ${door + 3}${frontTop}L${roofH - 4} ${corner - 30}${lastTop}`
          : `M24 ${door + 3}${frontTop}L${roofH - 4} ${pillar}L24 ${pillar}Z`,
      ) + strip(door + 1.5, pillar - 0.5),
    ...(b.rear === null
      ? {}
      : {
          rear_door:
            side(
              cab
                ? `M24 ${pillar}L${roofH - 4} ${pillar}L${roofH - 5} ${roofEnd - 3}L${belt} ${glassEnd}L24 ${glassEnd}Z`
                : `M24 ${pillar}L${roofH - 4} ${pillar}${lastTop}`,
            ) + strip(pillar + 1, b.rear),
        }),
    quarter:
      side(
        cab
          ? `M${tailH} ${glassEnd + 4}L${tailH} 425L${tailH - 18} 425L52 414L46 ${wr + r - 4}L16 ${wr + r}L16 ${glassEnd + 4}Z`
          : `M${roofH - 11} ${corner}L${roofH - 8} ${roofEnd}C${roofH - 16} ${roofEnd + 15} ${tailH + (b.tail === 'gate' ? 17 : 8)} ${glassEnd - 10} ${b.tail === 'gate' ? tailH + 13 : tailH} ${glassEnd + 6}L${lampTop} 425L${tailH - 16} 423L52 412L46 ${wr + r - 6}L16 ${wr}L24 ${Math.min(last, wr - r - 1)}L44 ${Math.min(last, wr - r + 6)}L${belt - 6} ${last}L${belt} ${last + 2}C${belt + 12} ${last - 5} ${roofH - 18} ${corner + 5} ${roofH - 11} ${corner}Z`,
      ) +
      (cab
        ? `M58 ${glassEnd + 4}L70 ${glassEnd + 4}L69.6 400C69 416 67 426 63.5 433L58 430Z`
        : `M66 ${last + 1}L70 ${last + 1}L69.6 400C69 416 67 426 63.5 433L59.5 429L59.5 ${glassEnd - 6}L66 ${last + 12}Z`),
    rocker: side(`M16 ${wf + r - 2}L23 ${wf + r - 4}L23 ${wr - r + 4}L16 ${wr - r + 2}Z`),
    headlamp:
      side(`M${hoodH - 11} 79C${hoodH - 5} 80 ${hoodH - 2} 88 ${hoodH - 1} 99L${hoodH - 12} 105Z`) +
      'M64.5 97.5C56 92 48 89.5 40 89C45 95 52 103 56 110L63 104.5Z' +
      'M42 62L65 58C68 55 68.5 51 67 47.5L45 51C42 54 41 58 42 62Z',
    mirror:
      `M70 ${base + 19}C75 ${base + 17} 80 ${base + 19} 81 ${base + 23}L80 ${base + 28}C76 ${base + 29} 72 ${base + 28} 70 ${base + 26}Z` +
      side(
        `M${cowlH - 2} ${base + 20}C${cowlH + 6} ${base + 19} ${cowlH + 9} ${base + 24} ${cowlH + 7} ${base + 32}L${cowlH - 1} ${base + 33}Z`,
      ),
    tail_lamp:
      side(`M${lampTop} 426.5L${lampTop - 3} 444L${tailH - 16} 445L${tailH - 15} 424.5Z`) +
      'M64.5 433.5L60 430.5L60 421L67.6 416C67 424 66 429 64.5 433.5Z' +
      'M37.5 459.5L65 463C68 466 69 473 67.5 478.5L42 477.5C39 472 37.5 466 37.5 459.5Z',
    front_bumper: side(
      `M${hoodH - 14} 105L${hoodH - 29} ${wf - r + 4}L16 ${wf - r + 8}L16 90C17 80 26 76 ${hoodH - 14} 77.5L${hoodH - 12.5} 79Z`,
    ),
    rear_bumper: side(
      `M45 ${wr + r - 5}L51 413L${tailH - 18} 424L${tailH - 18} 445C40 448 22 447 17 437L16 ${wr + r - 8}Z`,
    ),
    roof: side(
      `M${roofH - 14} ${top - 2}C${roofH - 5} ${top + 8} ${roofH} ${top + 20} ${roofH} ${knee}L${roofH} ${back}C${roofH} ${back + 16} ${roofH - 2} ${roofEnd - 12} ${roofH - 7} ${roofEnd + 1}L${roofH - 10} ${Math.min(roofEnd - 1, corner + 3)}C${roofH - 5} ${corner - 9} ${roofH - 4} ${corner - 18} ${roofH - 4} ${Math.min(back, corner - 20)}L${roofH - 4} ${knee}C${roofH - 4} ${top + 22} ${roofH - 8} ${top + 11} ${roofH - 17} ${top - 1}Z`,
    ),
    wheel_front: side(circle(radius, wf, radius)),
    wheel_rear: side(circle(radius, wr, radius)),
  };
}
