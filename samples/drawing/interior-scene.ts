import { ART } from '../../contract/car-diagram/art-colors.ts';
import { strokeText, strokeTextWidth } from './stroke-text.ts';

const { body, glass, dark, rim, line, lamp } = ART.light;
const SEAT = '#c9ccd0';
const DASH = '#aab0b8';
const BAG = '#f7f3e9';
const lined = (d: string, fill: string, width = 3): string =>
  `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="${width}" stroke-linejoin="round"/>`;
const strokes = (d: string, width = 3, color = line): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;

/** The front of the cabin from between the rear seats, 1600 × 1200; deployed airbags hang from wheel, dash and roof rail. */
export function interiorScene(options: { airbagsDeployed: boolean }): string {
  const bags = options.airbagsDeployed
    ? lined(
        'M425 770C360 800 352 930 398 1010C436 1072 575 1066 610 1000C650 920 628 800 572 770C530 748 466 750 425 770Z',
        BAG,
      ) +
      lined(
        'M1010 640C985 690 960 800 1010 880C1070 950 1250 930 1290 860C1325 790 1296 700 1262 640Z',
        BAG,
      ) +
      lined('M-10 250C60 230 130 300 150 470C160 600 120 700 60 720C20 730 -10 700 -10 690Z', BAG) +
      strokes(
        'M440 800C470 880 452 960 486 1040M540 790C520 870 566 940 536 1040M400 900C440 912 470 900 500 918M1060 660C1080 740 1040 800 1090 895M1200 660C1180 750 1240 820 1190 905M60 280C80 380 40 480 90 690',
        2.4,
        '#8f897c',
      )
    : '';
  const cracks = options.airbagsDeployed
    ? strokes(
        'M1130 330L1092 262L1060 214M1130 330L1190 270L1262 232M1130 330L1150 392L1142 470M1130 330L1062 350L960 346M1130 330L1206 346L1320 330M1130 330L1088 396L1050 452M1130 330L1180 380L1250 424M1100 290L1166 296L1178 338L1142 372L1098 352ZM1074 256L1206 258L1226 352L1152 424L1066 376Z',
        2,
      )
    : '';
  const vents = [132, 1050, 1330]
    .map(
      (x) =>
        `<rect x="${x}" y="612" width="130" height="52" rx="10" fill="${dark}"/>${strokes(`M${x + 12} 628h106M${x + 12} 648h106`, 2.4, DASH)}`,
    )
    .join('');
  const keys = [0, 1, 2, 3, 4]
    .map((i) => `<rect x="${738 + i * 54}" y="756" width="42" height="26" rx="6" fill="${rim}"/>`)
    .join('');
  return [
    `<rect width="1600" height="1200" fill="#737c87"/>`,
    lined('M210 190L1390 190L1500 545L100 545Z', glass),
    `<path d="M150 430C420 396 620 420 800 404C1010 388 1240 412 1456 400L1500 545L100 545Z" fill="#cfd8df"/>`,
    cracks,
    lined('M0 0H1600V205L1400 178H200L0 205Z', '#f1efe9'),
    `<rect x="706" y="190" width="190" height="66" rx="22" fill="${dark}"/><rect x="718" y="199" width="166" height="46" rx="15" fill="${glass}"/>`,
    lined('M0 180L210 186L90 580L0 620ZM1600 180L1390 186L1510 580L1600 620Z', dark, 2),
    lined('M40 560C400 470 1200 470 1560 560L1600 880L0 880Z', DASH),
    lined('M306 600C340 520 660 520 694 600L700 660L300 660Z', dark, 2),
    [430, 570]
      .map((x) => `<circle cx="${x}" cy="626" r="52" fill="${body}" stroke="${line}" stroke-width="3"/>`)
      .join(''),
    strokes('M430 626L398 652M570 626L534 640', 4, '#c2410c'),
    lined('M754 560H978Q990 560 990 572V688Q990 700 978 700H754Q742 700 742 688V572Q742 560 754 560Z', dark),
    keys,
    [770, 964]
      .map((x) => `<circle cx="${x}" cy="828" r="27" fill="${rim}" stroke="${line}" stroke-width="3"/>`)
      .join(''),
    vents,
    lined('M1060 782H1470L1490 850H1066Z', '#bcc1c8', 2.4),
    lined('M700 850H1030L1080 1200H650Z', '#8b929b'),
    `<rect x="816" y="900" width="92" height="130" rx="26" fill="${dark}"/>`,
    `<ellipse cx="862" cy="920" rx="34" ry="40" fill="${lamp}" stroke="${line}" stroke-width="3"/>`,
    `<ellipse cx="500" cy="800" rx="196" ry="178" fill="none" stroke="${dark}" stroke-width="40"/>`,
    lined('M330 790L450 772L560 772L670 790L560 822L530 905L470 905L450 822Z', '#5b6571'),
    `<ellipse cx="500" cy="800" rx="84" ry="64" fill="#6c7682" stroke="${line}" stroke-width="3"/>`,
    bags,
    lined('M60 1200C70 960 120 860 220 850C300 842 360 850 392 900C430 960 452 1080 460 1200Z', SEAT),
    lined(
      'M1130 1200C1140 1080 1170 950 1210 900C1250 850 1320 842 1400 852C1490 866 1540 980 1546 1200Z',
      SEAT,
    ),
    strokes(
      'M150 1200C156 1000 190 915 240 902M390 1200C384 1010 360 920 320 902M1220 1200C1226 1000 1250 920 1286 904M1462 1200C1456 1010 1430 930 1390 906',
      2.4,
    ),
  ].join('');
}

/** A round instrument; `needle` 0–1 of its turn. */
function dial(cx: number, cy: number, marks: readonly string[], needle: number): string {
  const along = (share: number, r: number): [number, number] => {
    const angle = ((-220 + share * 260) * Math.PI) / 180;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  };
  const written = ([x, y]: readonly [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const ticks = Array.from({ length: 41 }, (_, i) =>
    strokes(
      `M${written(along(i / 40, i % 5 === 0 ? 218 : 232))}L${written(along(i / 40, 250))}`,
      i % 5 === 0 ? 6 : 2.5,
    ),
  );
  const numbers = marks.map((mark, i) => {
    const [x, y] = along(i / (marks.length - 1), 180);
    return strokeText(mark, x - strokeTextWidth(mark, 28) / 2, y - 14, 28, line);
  });
  return [
    `<circle cx="${cx}" cy="${cy}" r="280" fill="${body}" stroke="${line}" stroke-width="4"/>`,
    ...ticks,
    ...numbers,
    strokes(`M${cx} ${cy}L${written(along(needle, 205))}`, 9, '#c2410c'),
    `<circle cx="${cx}" cy="${cy}" r="42" fill="${dark}"/>`,
  ].join('');
}

/** The instrument cluster with the odometer lit, 1600 × 1200; `miles` as read. */
export function odometerScene(miles: number): string {
  const reading = `${miles.toLocaleString('en-US')} MI`;
  const centered = (text: string, y: number, height: number): string =>
    strokeText(text, 800 - strokeTextWidth(text, height) / 2, y, height, line);
  return [
    '<rect width="1600" height="1200" fill="#d5d4ce"/>',
    lined('M0 262C300 122 1300 122 1600 262V0H0Z', DASH),
    lined(
      'M60 620C60 260 300 214 800 214C1300 214 1540 260 1540 620C1540 900 1330 930 800 930C270 930 60 900 60 620Z',
      '#e9eaeb',
      6,
    ),
    dial(420, 575, ['0', '20', '40', '60', '80', '100', '120', '140', '160'], 0),
    dial(1180, 575, ['0', '1', '2', '3', '4', '5', '6', '7', '8'], 0.01),
    `<rect x="648" y="640" width="304" height="210" rx="14" fill="${body}" stroke="${line}" stroke-width="4"/>`,
    centered('ODO', 672, 26),
    centered(reading, 742, 30),
    centered('P', 392, 60),
    lined('M0 1200V1010C340 930 1260 930 1600 1010V1200Z', '#8b929b'),
    strokes('M300 1200C420 1010 1180 1010 1300 1200', 90, dark),
  ].join('');
}
