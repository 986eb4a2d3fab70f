import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { anyCharacter } from '../../tests/any-character.ts';
import { matchNameList } from './match-name-list.ts';
import { matchPartName } from './match-part-name.ts';
import { readLabels } from './score-names.ts';

const labels = readLabels(
  readFileSync(new URL('../../tests/part-names/labels.tsv', import.meta.url), 'utf8'),
);
const answer = (make: string, name: string, diagram = '', number = '') => {
  const { category, side, position } = matchPartName({ make, name, diagram, number });
  return `${category ?? 'none'} ${side} ${position}`;
};

test.each([
  ['volvo', 'Bracket for headlight, left', 'headlamp_bracket left front'],
  ['toyota', 'HINGE ASSY, HOOD, RH', 'hood_hinge right front'],
  ['honda', 'GROMMET, R. HEADLIGHT', 'none right front'],
  ['kia', 'SEAL-RADIATOR', 'none none front'],
])('the smaller part is the head of the name: %s %s', (make, name, expected) => {
  expect(answer(make, name)).toBe(expected);
});

test('a rear fender is the quarter panel', () => {
  expect(answer('nissan', 'Fender assy-rear,lh')).toBe('quarter_panel left rear');
});

test('front and rear door parts at the other end of their door keep the door they belong to', () => {
  expect(answer('infiniti', 'Sash-front door,rear rh')).toBe('door_sash right front');
});

test('rear view does not mean the rear of the car', () => {
  expect(answer('lexus', 'MIRROR ASSY, OUTER REAR VIEW, RH')).toBe('door_mirror right none');
});

test('an option tail after a written line break is cut', () => {
  expect(answer('toyota', 'COVER, FRONT BUMPER\\n(HOLE FOR FOG LAMP) {BRACKET}')).toBe(
    'front_bumper_cover none front',
  );
});

test('of two alternates the first in the vocabulary answers', () => {
  expect(answer('nissan', 'Plug-hole; Door-rear,lh')).toBe('rear_door_shell left rear');
});

test('of two alternates the one at the end of the car the diagram shows is taken', () => {
  expect(
    answer('nissan', 'Handle-outside,front door lh; Handle-outside,rear door lh', 'Rear Door Lock'),
  ).toBe('door_handle_outside left rear');
});

test('the diagram gives front or rear where the name does not', () => {
  expect(answer('hyundai', 'KNUCKLE,LH')).toBe('knuckle left none');
  expect(answer('hyundai', 'KNUCKLE,LH', 'Rear axle')).toBe('knuckle left rear');
});

test('a side word on both sides is no side', () => {
  expect(answer('volvo', 'Headlight, left and right')).toBe('headlamp none front');
});

test('driver and passenger are the left and right of a US car', () => {
  expect(answer('nissan', 'Air bag assy-assist')).toBe('airbag_passenger right none');
  expect(answer('subaru', 'Air bag module-driver')).toBe('airbag_driver left none');
});

test('the function code of a number places a part its name leaves open, with its side', () => {
  expect(answer('nissan', 'Fixture')).toBe('none none none');
  expect(answer('nissan', 'Fixture', '', '26060-0XX0A')).toBe('headlamp left front');
});

test('the function code of a number does not make a bracket into the panel', () => {
  expect(answer('nissan', 'Bracket', '', '63101-0XX0A')).toBe('none none none');
});

test('a code of one family says nothing of another', () => {
  expect(answer('toyota', 'Fixture', '', '26060-0XX0A')).toBe('none none none');
});

test('it never throws and answers the same twice, whatever the text', () => {
  const word = fc.constantFrom(
    'front',
    'bumper',
    'RH',
    ';',
    '-',
    ',',
    '\\n',
    'cover',
    'hood',
    '(L)',
    'für',
    ' ',
    '',
  );
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.array(word).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...Object.keys(SUPPORTED_MAKES)), fc.string()),
      text,
      text,
      text,
      (make, name, diagram, number) => {
        const query = { make, name, diagram, number };
        expect(matchPartName(query)).toEqual(matchPartName(query));
      },
    ),
  );
});

test('upper and lower case do not change the answer', () => {
  for (const { make, name, diagram } of labels) {
    expect(answer(make.toUpperCase(), name.toUpperCase(), diagram)).toBe(answer(make, name, diagram));
    expect(answer(make, name.toLowerCase(), diagram)).toBe(answer(make, name, diagram));
  }
});

test.each(['-', ',', ', ', ' - ', ' , '])(
  'commas and dashes written as "%s" do not change the answer',
  (mark) => {
    for (const { make, name, diagram } of labels)
      expect(answer(make, name.replace(/ *[-,]+ */g, mark), diagram), name).toBe(answer(make, name, diagram));
  },
);

test('swapping left and right swaps the side and nothing else', () => {
  const swapped = new Map([
    ...[
      ['lh', 'rh'],
      ['left', 'right'],
      ['l', 'r'],
      ['links', 'rechts'],
    ].flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const]),
  ]);
  const mirrored = { left: 'right', right: 'left', none: 'none' } as const;
  let sided = 0;
  for (const { make, name, diagram } of labels) {
    const other = name.replace(/(?<![a-z])(?:lh|rh|left|right|links|rechts|l|r(?!\.c))(?![a-z])/gi, (word) =>
      (swapped.get(word.toLowerCase()) ?? word).toUpperCase(),
    );
    if (other === name) continue;
    sided += 1;
    const before = matchPartName({ make, name, diagram });
    const after = matchPartName({ make, name: other, diagram });
    expect(after, name).toEqual({ ...before, side: mirrored[before.side] });
  }
  expect(sided).toBeGreaterThan(200);
});

test('what a source’s own id means outranks the words, unless they name a piece of that part', () => {
  const placed = (name: string, sourceSays: string) =>
    matchPartName({ make: 'toyota', name, sourceSays }).category;
  expect(placed('WIRE, ENGINE ROOM MAIN', 'wiring_harness')).toBe('wiring_harness');
  expect(placed('BRACKET, WIRE HARNESS', 'wiring_harness')).toBeNull();
  expect(placed('CLIP, ENGINE ROOM WIRE', 'wiring_harness')).toBeNull();
  expect(placed('UNIT, HEADLAMP', 'headlamp')).toBe('headlamp');
  expect(placed('BULB (FOR HEADLAMP)', 'headlamp')).toBe('headlamp_bulb');
  expect(placed('etwas anderes', 'headlamp')).toBe('headlamp');
});

test('a list answers the same rows in the same order with the fields as given', () => {
  const list = matchNameList('name\tnote\tmake\r\n HOOD \tx\tKia\r\nBOLT\ty\tford\r\n');
  expect(list).toEqual({
    ok: true,
    lines: [
      'make\tname\tdiagram\tcategory\tside\tposition',
      'Kia\t HOOD \t\thood\tnone\tfront',
      'ford\tBOLT\t\tnone\tnone\tnone',
    ],
  });
});

test('a list without a name column says which column is missing', () => {
  expect(matchNameList('make\tpart\nkia\tHOOD\n')).toEqual({ ok: false, missing: ['name'] });
});

test.each([
  ['nissan', 'Retainer-front bumper; Retainer-front bumper,rh', '', 'front_bumper_bracket', 'right'],
  ['nissan', 'Hinge-door; Hinge-door,lh; Hinge-door,rh', '', 'door_hinge', 'none'],
  ['infiniti', 'Finisher-rear,rh', 'Trunk Room Trimming (Trim)', 'trunk_trim', 'right'],
  ['infiniti', 'Cover-corner,lh', 'Rear View Mirror', 'door_sash', 'left'],
  ['subaru', 'Deflector', 'Sun Roof', 'sunroof_frame', 'none'],
] as const)(
  'what a name leaves open is told by its alternates and by the diagram: %s %s (%s)',
  (make, name, diagram, category, side) => {
    expect(matchPartName({ make, name, diagram })).toMatchObject({ category, side });
  },
);

test('a door’s corner cover drawn beside no mirror, and a plate of no trim, stay without a place', () => {
  expect(matchPartName({ make: 'nissan', name: 'Cover-corner,lh' }).category).toBeNull();
  expect(matchPartName({ make: 'nissan', name: 'Plate-trunk' }).category).toBeNull();
});

test.each([
  ['nissan', 'Wheel house-rear,outer lh', 'Body Side Panel', 'quarter_liner'],
  ['subaru', 'Mud guard-side,left', 'Protector', 'rocker_molding'],
  ['infiniti', 'Member-cross,rear', 'Member', 'subframe_rear'],
  ['nissan', 'Reinforce assy-lock pillar,lh', 'Body Side Panel', 'b_pillar'],
  ['infiniti', 'Extension-front side member,lh', 'Member', 'bumper_crash_box'],
  ['nissan', 'Emblem', 'Emblem & Name Label', 'emblem_rear'],
  ['infiniti', 'Hook assy-towing,front', 'Frame', 'trailer_hitch'],
  ['infiniti', 'Finisher-back door,upper', 'Back Door Trimming', 'trunk_trim'],
  ['nissan', 'Rod compl-control', 'Rear Suspension', 'control_arm'],
  ['subaru', 'Frame assembly-rear,cushion', 'Rear Seat', 'seat_rear'],
  ['bmw', 'Mount, side wall front, upper left', 'trim_cover_front', 'front_bumper_bracket'],
] as const)(
  'a catalog’s own order of words is placed by the vocabulary: %s %s (%s)',
  (make, name, diagram, category) => {
    expect(matchPartName({ make, name, diagram })).toMatchObject({ category });
  },
);

test.each([
  ['Wing mirror, LH', 'door_mirror'],
  ['Side repeater lamp, RH', 'turn_signal_front'],
  ['Bonnet', 'hood'],
  ['Boot lid', 'trunk_lid'],
  ['Rear quarterlight', 'quarter_glass'],
  ['Door card, front', 'door_trim_panel'],
  ['Exhaust silencer, rear', 'exhaust_muffler'],
  ['Petrol filler flap', 'fuel_door'],
  ['Halfshaft, front', 'axle_shaft'],
  ['Aerial', 'antenna'],
  ['Detachable tow bar', 'trailer_hitch'],
] as const)('the British trade’s word for a part is known: %s', (name, category) => {
  expect(matchPartName({ make: 'landrover', name })).toMatchObject({ category });
});

test.each([
  ['Hose-drain,front', 'Sunroof Parts', 'sunroof_frame'],
  ['Hose-drain,front', 'Radiator', null],
  ['Hook-rear seat back', 'Member', null],
  ['Member-cross,front seat', 'Floor Panel', null],
  ['Extension-front side member,center lh', 'Member', null],
  ['Finisher-back door switch', 'Back Door Trimming', null],
  ['Letter mark-front door', 'Letter Mark', null],
] as const)(
  'a word that also names something else counts only where nothing speaks against it: %s (%s)',
  (name, diagram, category) => {
    expect(matchPartName({ make: 'infiniti', name, diagram }).category).toBe(category);
  },
);
