import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../categories/generic-categories.ts';
import { type Found, readFound } from '../vision/schema.ts';
import { detectionsIn, stillUnsure, withClosedBags } from './detections.ts';

const all = new Set(CATEGORIES.map((category) => category.id));
const image = (index: number) => ({
  label: `Photo P${index}`,
  sha256: 'a',
  jpeg: new Uint8Array(),
  width: 1000,
  height: 750,
});
const finding = (over: Partial<Found['findings'][number]> = {}): Found['findings'][number] => ({
  photo: 1,
  part: 'headlamp',
  image_side: 'image_left',
  types: ['crack'],
  severity: 3,
  op_hint: 'replace',
  box: [100, 100, 300, 300],
  confidence: 0.8,
  evidence: '',
  also_photos: [],
  ...over,
});
const found = (over: Partial<Found>): Found => ({
  photos: [
    { i: 1, view: 'front', usable: true, notes: '' },
    { i: 2, view: 'rear', usable: true, notes: '' },
    { i: 3, view: 'front', usable: false, notes: '' },
  ],
  findings: [],
  likely_hidden: [],
  seen_whole: [],
  unsure: [],
  airbags_seen: [],
  warnings: [],
  entries: { given: 0, unusable: 0 },
  ...over,
});
const read = (over: Partial<Found>, taxonomy = all) =>
  detectionsIn(
    { images: new Map([1, 2, 3, 4].map((index) => [index, image(index)])), found: found(over) },
    { box_format: 'norm1000_xyxy' },
    taxonomy,
  );

const whole = (photo: number, image_side: 'image_left' | 'center', visible = 0.7, part = 'headlamp') => ({
  part,
  photo,
  image_side,
  visible,
});

describe('a batch’s answer in our terms', () => {
  it('has the vehicle’s side, our box and the first pass’s confidence', () => {
    expect(read({ findings: [finding()] }).detections).toEqual([
      {
        photo: 1,
        category: 'headlamp',
        side: 'right',
        position: 'front',
        types: ['crack'],
        severity: 3,
        op_hint: 'replace',
        box: [0.1, 0.1, 0.3, 0.3],
        confidence: 0.8,
        also: [],
        verdict: 'unchecked',
      },
    ]);
  });

  it('counts half what is seen on a photo too poor to judge by', () => {
    expect(read({ findings: [finding({ photo: 3 })] }).detections[0]?.confidence).toBeCloseTo(0.4);
  });

  it('counts half and tells no side where the view can’t show the part', () => {
    expect(read({ findings: [finding({ photo: 2 })] }).detections[0]).toMatchObject({
      side: 'unknown',
      confidence: 0.4,
    });
  });

  it('takes a photo the answer does not describe for one of no known view that can’t be judged', () => {
    const { photos, detections } = read({ findings: [finding({ photo: 4 })] });
    expect(photos[3]).toEqual({ photo: 4, view: 'other', usable: false });
    expect(detections[0]?.side).toBe('unknown');
  });

  it('takes a photo the answer says nothing of for not examined', () => {
    expect(read({}).photos.map(({ photo }) => photo)).toEqual([1, 2, 3]);
  });

  it('counts every entry it can’t use', () => {
    const bag = { bag: 'knee' as const, image_side: 'n/a' as const, box: [], confidence: 0.7 };
    const unusableOf = (over: Partial<Found>, taxonomy = all) => read(over, taxonomy).entries.unusable;
    expect(unusableOf({ findings: [finding()] })).toBe(0);
    expect(unusableOf({ findings: [finding({ photo: 9 }), finding({ box: [0, 0, 1000, 1000] })] })).toBe(2);
    expect(unusableOf({ findings: [finding({ types: ['deployed'] })] })).toBe(1);
    expect(unusableOf({ findings: [finding({ types: ['dirt'] })] })).toBe(0);
    expect(unusableOf({ photos: [{ i: 9, view: 'front', usable: true, notes: '' }] })).toBe(1);
    expect(unusableOf({ airbags_seen: [{ ...bag, photo: 1 }] }, new Set(['hood']))).toBe(1);
    expect(unusableOf({ likely_hidden: [{ part: 'hood', trigger_part: 'hood', reason: '' }] })).toBe(1);
    expect(unusableOf({ entries: { given: 5, unusable: 2 }, findings: [finding({ photo: 9 })] })).toBe(3);
  });

  it('does not count what it can use but weighs nothing: whole parts of a photo nobody can judge', () => {
    expect(read({ seen_whole: [whole(3, 'image_left')] }).entries.unusable).toBe(0);
  });

  it('leaves out parts outside the vehicle’s vocabulary', () => {
    const answer = {
      findings: [finding()],
      seen_whole: [{ part: 'headlamp', photo: 1, image_side: 'image_left' as const, visible: 1 }],
      likely_hidden: [{ part: 'headlamp', trigger_part: 'hood', reason: '' }],
    };
    const { detections, seen_whole, hidden } = read(answer, new Set(['hood']));
    expect([detections, seen_whole, hidden]).toEqual([[], [], []]);
  });

  it('keeps “deployed” for restraints only', () => {
    expect(read({ findings: [finding({ types: ['deployed'] })] }).detections).toEqual([]);
    expect(read({ findings: [finding({ types: ['deployed', 'crack'] })] }).detections[0]?.types).toEqual([
      'crack',
    ]);
  });

  it('keeps damage beside what only looks like it, and names what is nothing else', () => {
    const both = read({ findings: [finding({ types: ['dirt', 'crack'] })] });
    expect([both.detections[0]?.types, both.not_damage]).toEqual([['crack'], []]);
    expect(read({ findings: [finding({ types: ['dirt'] })] }).not_damage).toEqual([
      { what: 'dirt', category: 'headlamp', photo: 1 },
    ]);
  });

  it('takes other photos as evidence only when they were sent and can be judged', () => {
    expect(read({ findings: [finding({ also_photos: [1, 2, 2, 3, 9] })] }).detections[0]?.also).toEqual([2]);
  });

  it('takes a part as seen whole only on a usable photo that can show it, with how much it shows', () => {
    const seen = (...entry: Parameters<typeof whole>) => read({ seen_whole: [whole(...entry)] }).seen_whole;
    expect(seen(1, 'image_left')).toEqual([
      { category: 'headlamp', side: 'right', position: 'front', photo: 1, visible: 0.7 },
    ]);
    expect(seen(2, 'image_left')).toEqual([]);
    expect(seen(3, 'image_left')).toEqual([]);
    expect(seen(4, 'image_left')).toEqual([]);
    expect(seen(1, 'center', 0.1, 'hood')).toMatchObject([{ category: 'hood', side: 'none', visible: 0.1 }]);
  });

  it('leaves the side of a part seen whole open where the photo does not tell it', () => {
    expect(read({ seen_whole: [whole(1, 'center')] }).seen_whole).toMatchObject([{ side: 'unknown' }]);
  });

  it('takes the smaller share where one photo names the same part whole twice', () => {
    const twice = [whole(1, 'image_left', 0.8), whole(1, 'image_left', 0.4)];
    expect(read({ seen_whole: twice }).seen_whole).toMatchObject([{ visible: 0.4 }]);
  });

  it('keeps a deployed bag without a place, as damage to the full', () => {
    const bag = { bag: 'driver' as const, photo: 1, image_side: 'n/a' as const, box: [], confidence: 0.7 };
    expect(read({ airbags_seen: [bag] }).detections).toMatchObject([
      { category: 'airbag_driver', box: null, severity: 4, types: ['deployed'], confidence: 0.7 },
    ]);
  });
});

it('keeps how much of a part is damaged where the answer tells it, and takes nothing and null for not told', () => {
  const extents = [0.3, 0, null, undefined].map(
    (extent) => read({ findings: [finding(extent === undefined ? {} : { extent })] }).detections[0]?.extent,
  );
  expect(extents).toEqual([0.3, undefined, undefined, undefined]);
});

describe('parts in a picture that does not let one judge them', () => {
  const unsure = (photo: number, image_side: 'image_left' | 'center', part = 'headlamp') => ({
    part,
    photo,
    image_side,
  });

  it('are kept with the vehicle’s side, once a photo, of photos that were sent and can show them', () => {
    const gathered = read({
      unsure: [
        unsure(1, 'image_left'),
        unsure(1, 'image_left'),
        unsure(3, 'center', 'hood'),
        unsure(1, 'center', 'tail_lamp'),
        unsure(9, 'center'),
      ],
    });
    expect(gathered.unsure).toEqual([
      { category: 'headlamp', side: 'right', position: 'front', photo: 1 },
      { category: 'hood', side: 'none', position: 'front', photo: 3 },
    ]);
    expect(gathered.entries.unusable).toBe(1);
  });

  it('are settled by another photo that shows them whole or damaged, not by a finding that stayed unsure', () => {
    const lamp = { category: 'headlamp', side: 'right' as const, position: 'front' as const, photo: 1 };
    const [damage] = read({ findings: [finding({ photo: 3 })] }).detections;
    if (!damage) throw new Error('a detection');
    expect(stillUnsure([lamp], [], [])).toEqual([lamp]);
    expect(stillUnsure([lamp], [{ ...lamp, photo: 2, visible: 0.8 }], [])).toEqual([]);
    expect(stillUnsure([lamp], [{ ...lamp, side: 'left', photo: 2, visible: 0.8 }], [])).toEqual([lamp]);
    expect(stillUnsure([lamp], [], [{ ...damage, verdict: 'confirmed' }])).toEqual([]);
    expect(stillUnsure([lamp], [], [{ ...damage, verdict: 'unsure' }])).toEqual([lamp]);
  });

  it('are none in an answer of before they were asked for', () => {
    const { unsure: _, entries: __, ...before } = found({});
    expect(readFound(['hood']).parse(before)).toMatchObject({
      unsure: [],
      entries: { given: 3, unusable: 0 },
    });
  });
});

describe('bags that have not gone off', () => {
  const cabin = (view: 'interior_front' | 'front' | 'interior_rear', parts: readonly string[]) =>
    read({
      photos: [{ i: 1, view, usable: true, notes: '' }],
      seen_whole: parts.map((part) => whole(1, 'center', 0.7, part)),
    });
  const closed = (...given: Parameters<typeof cabin>) =>
    withClosedBags(cabin(...given)).map(({ category }) => category);

  it('are taken from a photo of their place in the cabin, and from no other', () => {
    expect(closed('interior_front', ['airbag_driver'])).toEqual(['airbag_driver']);
    expect(closed('front', ['airbag_driver'])).toEqual([]);
    expect(closed('interior_rear', ['airbag_driver'])).toEqual([]);
    expect(closed('interior_rear', ['airbag_curtain'])).toEqual(['airbag_curtain']);
  });

  it('are behind a steering wheel and a dash that are seen whole, as far as these are seen', () => {
    expect(withClosedBags(cabin('interior_front', ['steering_wheel', 'instrument_panel'])).slice(2)).toEqual([
      { category: 'airbag_driver', side: 'none', position: 'none', photo: 1, visible: 0.7 },
      { category: 'airbag_passenger', side: 'none', position: 'none', photo: 1, visible: 0.7 },
    ]);
    expect(closed('front', ['steering_wheel'])).toEqual(['steering_wheel']);
  });

  it('are told of once a photo, and not where a photo shows the bag hanging out', () => {
    expect(closed('interior_front', ['steering_wheel', 'airbag_driver'])).toEqual([
      'steering_wheel',
      'airbag_driver',
    ]);
    const out = read({
      photos: [
        { i: 1, view: 'interior_front', usable: true, notes: '' },
        { i: 2, view: 'dash', usable: true, notes: '' },
      ],
      seen_whole: [whole(1, 'center', 0.7, 'steering_wheel'), whole(1, 'center', 0.7, 'instrument_panel')],
      airbags_seen: [
        { bag: 'driver', photo: 2, image_side: 'center', box: [1, 1, 300, 300], confidence: 0.9 },
      ],
    });
    expect(withClosedBags(out).map(({ category }) => category)).toEqual([
      'steering_wheel',
      'instrument_panel',
      'airbag_passenger',
    ]);
  });
});
