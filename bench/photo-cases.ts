import type { EvidenceItem, PhotoSighting } from '../contract/evidence.ts';
import { answered, FIXED_CASES, seenAs } from '../server/estimate/fixtures/answered-pass.ts';
import type { Bench } from './bench.ts';

type Look = PhotoSighting['look'];
const WHOLE: Look = { state: 'whole' };
const damaged = (severity: number, type: 'scratch' | 'dent' | 'broken' | 'deployed'): Look => ({
  state: 'damaged',
  confidence: 0.9,
  severity,
  types: [type],
});
const photo = (key: string, look: Look, more: Partial<PhotoSighting> = {}): PhotoSighting => {
  const [category = '', side = 'none', position = 'front'] = key.split(':');
  return {
    id: `seen:${key}:${more.photo ?? 1}`,
    kind: 'photo_sighting',
    category,
    name: null,
    side: side as PhotoSighting['side'],
    position: position as PhotoSighting['position'],
    photo: 1,
    surface: 'front',
    duplicate_of: null,
    visible_fraction: 0.9,
    poor_light: false,
    witness: { kind: 'model', family: 'qwen', small: false },
    look,
    ...more,
  };
};
const FRONT =
  'front_bumper_cover front_bumper_grille grille emblem_front license_plate_bracket hood headlamp:left headlamp:right fender:left fender:right'.split(
    ' ',
  );
/** The front as photos show it: what is named is damaged, all else undamaged. */
const front = (found: Readonly<Record<string, Look>>): PhotoSighting[] =>
  FRONT.map((key) => photo(key, found[key] ?? WHOLE));
const HEAVY = damaged(4, 'broken');
const middling = front({
  front_bumper_cover: damaged(3, 'broken'),
  'headlamp:left': damaged(3, 'broken'),
  'fender:left': damaged(3, 'dent'),
});
const CASES: Readonly<Record<string, readonly EvidenceItem[]>> = {
  'no photo': [],
  'everything undamaged': front({}),
  'lone scratch': front({ front_bumper_cover: damaged(1, 'scratch') }),
  'lone scratch, bags listed intact': [
    ...front({ front_bumper_cover: damaged(1, 'scratch') }),
    { id: 'airbags', kind: 'airbags', value: 'intact' },
  ],
  middling,
  heavy: front(Object.fromEntries(FRONT.map((key) => [key, HEAVY]))),
  'dropped entries': middling.filter(({ category }) => category !== 'hood' && category !== 'grille'),
  contradiction: [...middling, photo('fender:left', WHOLE, { photo: 2, surface: 'left' })],
  'other zone': [
    ...front({}),
    photo('quarter_panel:left:rear', damaged(3, 'dent'), { photo: 3, surface: 'rear' }),
  ],
  'cabin only': [
    photo('airbag_driver:none:none', WHOLE, { photo: 4, surface: 'interior' }),
    photo('airbag_passenger:none:none', WHOLE, { photo: 4, surface: 'interior' }),
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
