import type { Body } from './bodies.ts';
import { circle, round, side } from './paths.ts';

/** The dark opening above a wheel in the side view. */
function well(y: number, r: number): string {
  const top = r + 21;
  return `M15 ${y - r}C${15 + r * 0.8} ${y - r} ${top} ${y - r * 0.6} ${top} ${y}C${top} ${y + r * 0.6} ${15 + r * 0.8} ${y + r} 15 ${y + r}Z`;
}

/** What is drawn below the panels (outlines) and above them (glass, seams, wheels' wells), in half-plane paths. */
export function detailsOf(b: Body): {
  body: string[];
  glass: string[];
  well: string[];
  line: string[];
  rim: string[];
  spoke: string[];
} {
  const { base, top, roofEnd, glassEnd, pillar, hoodH, cowlH, roofH, tailH, radius, door } = b;
  const [wf, wr] = b.wheels;
  const last = b.rear ?? pillar;
  const corner = Math.min(last - 8, roofEnd - 4);
  const belt = tailH - 3;
  const beltAt = (y: number) => cowlH + 1 + ((belt - cowlH - 1) * (y - base - 24)) / (last - base - 24);
  const gate = b.tail === 'gate';
  const lampTop = gate ? tailH + 12 : tailH;
  const knee = Math.min(top + 38, pillar - 4);
  const back = Math.max(roofEnd - 42, knee);
  const frontGlassEnd = b.rear === null ? corner - 3 : pillar - 3.5;
  const rearGlass =
    b.rear === null || b.tail === 'bed'
      ? b.rear === null
        ? `M${belt + 2} ${last + 5}L${roofH - 11} ${corner + 5}L${roofH - 12} ${roofEnd + 2}L${belt + 3} ${roofEnd + 30}Z`
        : `M${beltAt(pillar + 4)} ${pillar + 4}L${roofH - 9} ${pillar + 4}L${roofH - 10} ${roofEnd - 8}L${belt + 2} ${glassEnd - 5}Z`
      : `M${beltAt(pillar + 4)} ${pillar + 4}L${roofH - 9} ${pillar + 4}L${roofH - 9} ${corner - 18}C${roofH - 9} ${corner - 12} ${roofH - 11} ${corner - 6} ${roofH - 16} ${corner}L${belt + 3} ${last - 2}Z`;
  const quarterGlass = gate
    ? `M${belt + 4} ${last + 6}L${roofH - 12} ${corner + 8}L${roofH - 12} ${roofEnd - 8}L${belt + 8} ${glassEnd - 16}Z`
    : '';
  const tail =
    b.tail === 'bed'
      ? `L${tailH} ${glassEnd + 2}L${tailH} 436`
      : `C${roofH - 15} ${roofEnd + 15} ${tailH + (gate ? 18 : 9)} ${glassEnd - 10} ${gate ? tailH + 14 : tailH + 1} ${glassEnd + 7}L${lampTop} 436`;
  const spokes = Array.from({ length: 5 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / 5;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const arm = radius * 0.6;
    return [wf, wr].map((y) => `M${radius} ${y}L${round(radius + c * arm)} ${round(y + s * arm)}`).join('');
  }).join('');
  return {
    body: [
      side(
        `M16 90C17 79 28 75 48 76C${hoodH - 4} 77 ${hoodH + 1} 86 ${hoodH + 2} 100C${hoodH + 7} ${100 + 0.4 * (base - 100)} ${cowlH - 1} ${base - 14} ${cowlH + 1} ${base + 10}L${roofH - 15} ${top - 4}C${roofH - 5} ${top + 7} ${roofH} ${top + 20} ${roofH} ${knee}L${roofH} ${back}C${roofH} ${back + 16} ${roofH - 2} ${roofEnd - 12} ${roofH - 7} ${roofEnd + 2}${tail}C${lampTop - 2} 446 ${tailH - 16} 447 38 447C22 447 16 442 16 432Z`,
      ),
    ],
    glass: [
      side(
        `M${cowlH + 4} ${base + 27}L${roofH - 20} ${top + 4}C${roofH - 12} ${top + 14} ${roofH - 9} ${top + 24} ${roofH - 9} ${Math.min(knee, frontGlassEnd)}L${roofH - 9} ${frontGlassEnd}L${beltAt(frontGlassEnd)} ${frontGlassEnd}Z`,
      ),
      side(rearGlass),
      ...(quarterGlass === '' ? [] : [side(quarterGlass)]),
      `M61.5 ${base + 16}L51 ${top + 12}C53.5 ${top + 32} 53.5 ${roofEnd - 30} 51.5 ${roofEnd - 8}L${gate ? 57 : 60} ${gate ? glassEnd - 14 : glassEnd - 14}C64.5 ${roofEnd - 30} 64.5 ${base + 50} 61.5 ${base + 16}Z`,
    ],
    well: [side(well(wf, radius + 3.5)), side(well(wr, radius + 3.5))],
    line: [
      side(`M${beltAt(pillar) - 9} ${pillar - 16}L${beltAt(pillar) - 9} ${pillar - 6}`),
      ...(b.rear === null
        ? []
        : [side(`M${beltAt(last) - 10} ${last - 15}L${beltAt(last) - 10} ${last - 5}`)]),
      side(`M${cowlH - 14} ${door + 10}L${tailH - 16} ${last - 2}`),
      `M53 ${top + 0.5 * (pillar - top) + (pillar - top) / 2}L64.5 ${pillar}`,
      `M24 90C30 108 34 ${base - 20} 35 ${base}`,
    ],
    rim: [side(circle(radius, wf, radius * 0.64)), side(circle(radius, wr, radius * 0.64))],
    spoke: [side(spokes)],
  };
}
