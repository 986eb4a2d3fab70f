import { strokeText, strokeTextWidth } from './stroke-text.ts';

const frame = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200">${content}</svg>`;

const DEFS = `<defs>
  <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c3d3e4"/><stop offset="1" stop-color="#e6ebef"/></linearGradient>
  <linearGradient id="dash" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#45474b"/><stop offset=".35" stop-color="#2c2e31"/><stop offset="1" stop-color="#17181a"/></linearGradient>
  <linearGradient id="trim" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#6d6a66"/><stop offset=".5" stop-color="#a9a5a0"/><stop offset="1" stop-color="#5f5c59"/></linearGradient>
  <linearGradient id="seat" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#17181a"/><stop offset=".5" stop-color="#3d3f43"/><stop offset="1" stop-color="#141517"/></linearGradient>
  <radialGradient id="bag" cx=".42" cy=".3" r=".8"><stop offset="0" stop-color="#f6f3ec"/><stop offset=".6" stop-color="#d9d4c8"/><stop offset="1" stop-color="#9f998c"/></radialGradient>
  <radialGradient id="dial" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#15181c"/><stop offset=".86" stop-color="#0b0d10"/><stop offset=".9" stop-color="#565b62"/><stop offset="1" stop-color="#111316"/></radialGradient>
  <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="45"/></filter>
  <filter id="slight"><feGaussianBlur stdDeviation="2.2"/></filter>
</defs>`;

/** The front of the cabin from between the rear seats; deployed airbags hang from wheel, dash and roof rail. */
export function interiorScene(options: { airbagsDeployed: boolean }): string {
  const spokes = `<path d="M330 790 L450 772 L560 772 L670 790 L560 822 L530 905 L470 905 L450 822 Z" fill="#26282b"/><ellipse cx="500" cy="800" rx="84" ry="64" fill="#33363a" stroke="#1b1c1e" stroke-width="4"/>`;
  const wheel = `<ellipse cx="500" cy="800" rx="196" ry="178" fill="none" stroke="#0f1011" stroke-width="40"/><path d="M318 742 A196 178 0 0 1 640 668" fill="none" stroke="#4b4e53" stroke-width="9" stroke-linecap="round"/>${spokes}`;
  const bags = options.airbagsDeployed
    ? `<path d="M425 770 C360 800 352 930 398 1010 C436 1072 575 1066 610 1000 C650 920 628 800 572 770 C530 748 466 750 425 770 Z" fill="url(#bag)"/>
       <path d="M440 800 C470 880 452 960 486 1040 M540 790 C520 870 566 940 536 1040 M400 900 C440 912 470 900 500 918" fill="none" stroke="#8f897c" stroke-width="5" opacity=".75"/>
       <path d="M1010 640 C985 690 960 800 1010 880 C1070 950 1250 930 1290 860 C1325 790 1296 700 1262 640 Z" fill="url(#bag)"/>
       <path d="M1060 660 C1080 740 1040 800 1090 895 M1200 660 C1180 750 1240 820 1190 905" fill="none" stroke="#8f897c" stroke-width="5" opacity=".75"/>
       <path d="M996 632 L1280 632 L1270 660 L1004 660 Z" fill="#111214"/>
       <path d="M-10 250 C60 230 130 300 150 470 C160 600 120 700 60 720 C20 730 -10 700 -10 690 Z" fill="url(#bag)"/>
       <path d="M60 280 C80 380 40 480 90 690" fill="none" stroke="#8f897c" stroke-width="5" opacity=".7"/>`
    : '';
  const glassCracks = options.airbagsDeployed
    ? '<path d="M1130 330 L1092 262 L1060 214 M1130 330 L1190 270 L1262 232 M1130 330 L1150 392 L1142 470 M1130 330 L1062 350 L960 346 M1130 330 L1206 346 L1320 330 M1130 330 L1088 396 L1050 452 M1130 330 L1180 380 L1250 424 M1100 290 L1166 296 L1178 338 L1142 372 L1098 352 Z M1074 256 L1206 258 L1226 352 L1152 424 L1066 376 Z" stroke="#ffffff" stroke-width="1.8" fill="none" opacity=".8"/>'
    : '';
  return frame(`${DEFS}
    <rect width="1600" height="1200" fill="#1b1c1f"/>
    <path d="M210 190 L1390 190 L1500 545 L100 545 Z" fill="url(#sky)"/>
    <path d="M160 410 C380 385 500 410 700 396 C930 380 1200 404 1444 392 L1500 545 L100 545 Z" fill="#76806f" filter="url(#slight)"/>
    <path d="M118 470 L1480 470 L1500 545 L100 545 Z" fill="#8c8d8b"/>
    ${glassCracks}
    <path d="M0 0 H1600 V205 L1400 178 H200 L0 205 Z" fill="#c3beb4"/><path d="M0 120 H1600 V205 L1400 178 H200 L0 205 Z" fill="#a39e94"/>
    <rect x="706" y="190" width="190" height="66" rx="22" fill="#16171a"/><rect x="718" y="199" width="166" height="46" rx="15" fill="#7f8b95"/>
    <path d="M0 180 L210 186 L90 580 L0 620 Z M1600 180 L1390 186 L1510 580 L1600 620 Z" fill="#2a2b2e"/>
    <path d="M40 560 C400 470 1200 470 1560 560 L1600 860 L0 860 Z" fill="url(#dash)"/>
    <path d="M40 560 C400 470 1200 470 1560 560 L1560 582 C1200 500 400 500 40 582 Z" fill="#5a5d62" opacity=".55"/>
    <path d="M306 600 C340 520 660 520 694 600 L700 660 L300 660 Z" fill="#1a1b1d"/>
    <circle cx="430" cy="626" r="56" fill="url(#dial)"/><circle cx="570" cy="626" r="56" fill="url(#dial)"/><path d="M430 626 L398 652 M570 626 L534 640" stroke="#e5683f" stroke-width="4"/>
    <rect x="742" y="560" width="248" height="140" rx="12" fill="#0a0d11" stroke="#55585d" stroke-width="4"/><path d="M752 570 H980 L880 690 H752 Z" fill="#1d2733" opacity=".8"/>
    <rect x="722" y="716" width="290" height="22" rx="9" fill="url(#trim)"/>
    ${[0, 1, 2, 3, 4].map((i) => `<rect x="${738 + i * 54}" y="756" width="42" height="26" rx="6" fill="#35383c" stroke="#0e0f10" stroke-width="2"/>`).join('')}
    <circle cx="770" cy="828" r="27" fill="#3a3d42" stroke="#121315" stroke-width="5"/><circle cx="964" cy="828" r="27" fill="#3a3d42" stroke="#121315" stroke-width="5"/>
    ${[132, 1050, 1330].map((x) => `<rect x="${x}" y="612" width="130" height="52" rx="10" fill="#121315"/><path d="M${x + 10} 625 h110 M${x + 10} 638 h110 M${x + 10} 651 h110" stroke="#36383c" stroke-width="5"/>`).join('')}
    <path d="M1040 706 H1520 L1540 760 H1046 Z" fill="url(#trim)" opacity=".6"/>
    <path d="M1060 782 H1470 L1490 850 H1066 Z" fill="#1b1c1f" stroke="#0e0f10" stroke-width="4"/>
    <path d="M700 850 H1030 L1080 1200 H650 Z" fill="#1e2023"/><rect x="816" y="900" width="92" height="130" rx="26" fill="#101113"/><ellipse cx="862" cy="920" rx="36" ry="42" fill="#303338"/>
    ${wheel}
    ${bags}
    <path d="M60 1200 C70 960 120 860 220 850 C300 842 360 850 392 900 C430 960 452 1080 460 1200 Z" fill="url(#seat)"/>
    <path d="M1130 1200 C1140 1080 1170 950 1210 900 C1250 850 1320 842 1400 852 C1490 866 1540 980 1546 1200 Z" fill="url(#seat)"/>
    <path d="M150 1200 C156 1000 190 915 240 902 M390 1200 C384 1010 360 920 320 902 M1220 1200 C1226 1000 1250 920 1286 904 M1462 1200 C1456 1010 1430 930 1390 906" fill="none" stroke="#0c0d0e" stroke-width="5"/>
    <rect x="0" y="0" width="1600" height="1200" fill="none" stroke="#000" stroke-width="220" opacity=".28" filter="url(#soft)"/>`);
}

function dial(cx: number, cy: number, marks: readonly string[], needle: number): string {
  const ticks = Array.from({ length: 41 }, (_, i) => {
    const angle = ((-220 + i * 6.5) * Math.PI) / 180;
    const inner = i % 5 === 0 ? 218 : 232;
    const at = (r: number): string =>
      `${(cx + r * Math.cos(angle)).toFixed(1)} ${(cy + r * Math.sin(angle)).toFixed(1)}`;
    return `<path d="M${at(inner)} L${at(250)}" stroke="#e8eaec" stroke-width="${i % 5 === 0 ? 6 : 2.5}"/>`;
  }).join('');
  const numbers = marks
    .map((mark, i) => {
      const angle = ((-220 + (i * 260) / (marks.length - 1)) * Math.PI) / 180;
      const x = cx + 180 * Math.cos(angle) - strokeTextWidth(mark, 28) / 2;
      return strokeText(mark, x, cy + 180 * Math.sin(angle) - 14, 28, '#e8eaec');
    })
    .join('');
  const angle = ((-220 + needle * 260) * Math.PI) / 180;
  const tip = `${(cx + 205 * Math.cos(angle)).toFixed(1)} ${(cy + 205 * Math.sin(angle)).toFixed(1)}`;
  return `<circle cx="${cx}" cy="${cy}" r="290" fill="url(#dial)"/>${ticks}${numbers}<path d="M${cx} ${cy} L${tip}" stroke="#ee5a33" stroke-width="9" stroke-linecap="round"/><circle cx="${cx}" cy="${cy}" r="46" fill="#1a1c1f" stroke="#34373b" stroke-width="5"/>`;
}

/** The instrument cluster with the odometer lit. */
export function odometerScene(miles: number): string {
  const reading = `${miles.toLocaleString('en-US')} MI`;
  return frame(`${DEFS}
    <rect width="1600" height="1200" fill="#0d0e10"/>
    <path d="M0 260 C300 120 1300 120 1600 260 V0 H0 Z" fill="#2e3034"/><path d="M0 262 C300 122 1300 122 1600 262 L1600 292 C1300 152 300 152 0 292 Z" fill="#4c4f54" opacity=".6"/>
    <path d="M60 620 C60 260 300 214 800 214 C1300 214 1540 260 1540 620 C1540 900 1330 930 800 930 C270 930 60 900 60 620 Z" fill="#070809" stroke="#26282b" stroke-width="18"/>
    ${dial(420, 575, ['0', '20', '40', '60', '80', '100', '120', '140', '160'], 0)}
    ${dial(1180, 575, ['0', '1', '2', '3', '4', '5', '6', '7', '8'], 0.01)}
    <rect x="648" y="640" width="304" height="210" rx="14" fill="#101820" stroke="#2d343c" stroke-width="4"/>
    ${strokeText('ODO', 800 - strokeTextWidth('ODO', 26) / 2, 672, 26, '#8fa3b5')}
    ${strokeText(reading, 800 - strokeTextWidth(reading, 30) / 2, 742, 30, '#eef5fa')}
    ${strokeText('P', 783, 392, 60, '#eef5fa')}
    <path d="M760 500 a40 34 0 1 0 80 0 a40 34 0 1 0 -80 0 M800 478 v26 M800 514 v6" fill="none" stroke="#f0a224" stroke-width="7"/>
    <path d="M0 1200 V1010 C340 930 1260 930 1600 1010 V1200 Z" fill="#1a1b1d"/><path d="M300 1200 C420 1010 1180 1010 1300 1200" fill="none" stroke="#232528" stroke-width="90"/>
    <path d="M130 330 L640 250 L520 820 L150 700 Z" fill="#fff" opacity=".035"/>
    <rect width="1600" height="1200" fill="none" stroke="#000" stroke-width="240" opacity=".4" filter="url(#soft)"/>`);
}
