import type { EvidenceItem, PhotoSighting } from '../contract/evidence.ts';
import { answered, FIXED_CASES, seenAs } from '../server/estimate/fixtures/answered-pass.ts';
import { frontAll, frontSeen, partSighting } from '../server/estimate/fixtures/photo-sighting.ts';
import type { Bench } from './bench.ts';

type Look = PhotoSighting['look'];
const WHOLE: Look = { state: 'whole' };
const damaged = (severity: number, type: 'scratch' | 'dent' | 'broken' | 'deployed'): Look => ({
  state: 'damaged',
  confidence: 0.9,
  severity,
  types: [type],
});
const HEAVY = damaged(4, 'broken');
const middling = frontSeen({
  front_bumper_cover: damaged(3, 'broken'),
  'headlamp:left': damaged(3, 'broken'),
  'fender:left': damaged(3, 'dent'),
});
const CASES: Readonly<Record<string, readonly EvidenceItem[]>> = {
  'no photo': [],
  'everything undamaged': frontSeen(),
  'lone scratch': frontSeen({ front_bumper_cover: damaged(1, 'scratch') }),
  'lone scratch, bags listed intact': [
    ...frontSeen({ front_bumper_cover: damaged(1, 'scratch') }),
    { id: 'airbags', kind: 'airbags', value: 'intact' },
  ],
  middling,
  heavy: frontAll(HEAVY),
  'dropped entries': middling.filter(({ category }) => category !== 'hood' && category !== 'grille'),
  contradiction: [...middling, partSighting('fender:left', WHOLE, { photo: 2, surface: 'left' })],
  'other zone': [
    ...frontSeen(),
    partSighting('quarter_panel:left:rear', damaged(3, 'dent'), { photo: 3, surface: 'rear' }),
  ],
  'cabin only': [
    partSighting('airbag_driver:none:none', WHOLE, { photo: 4, surface: 'interior' }),
    partSighting('airbag_passenger:none:none', WHOLE, { photo: 4, surface: 'interior' }),
  ],
  duplicates: [
    ...middling,
    ...middling.map((one) => ({ ...one, id: `${one.id}:again`, photo: 2, duplicate_of: 1 })),
  ],
};

/** What photos of one car make of its range. */
export const bench: Bench = {
  name: 'photo-cases',
  about: 'the BMW sample as photos show it: US dollars low, likely, high',
  run: () => {
    const [bmw] = FIXED_CASES;
    if (!bmw) throw new Error('no case');
    return Promise.resolve(
      Object.entries(CASES).map(([photos, evidence]) => {
        const { low, likely, high } = answered(seenAs(bmw.inputs, evidence), []).total;
        return { photos, low: Math.round(low), likely: Math.round(likely), high: Math.round(high) };
      }),
    );
  },
};
