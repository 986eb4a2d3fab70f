import { seededRandom, seedFrom } from '../../server/seeded-random.ts';

/** One report that a dealer will ask for, known before anything runs: the same seed asks for the same. */
export type AskedReport = {
  number: number;
  dealer: number;
  /** The Idempotency-Key its dealer sends with each try. */
  key: string;
  lot: { origin: 'site'; link: string } | { origin: 'entered'; car: EnteredCar; photos: number[] };
};
type EnteredCar = {
  year: number;
  make: string;
  model: string;
  body_style: string;
  mileage: number;
  primary_damage: string;
};

/** Reports of one dealer, fewer than the service lets an account start a minute. */
const OF_ONE_DEALER = 20;
/** Every so many lots are read from their site, which is asked at its polite pace; the others are entered with their photos. */
const FROM_SITE = 6;
export const PHOTO_POOL = 24;
const PHOTOS = 3;

const CARS = [
  ['Toyota', 'Camry', 'SEDAN 4D'],
  ['Honda', 'Accord', 'SEDAN 4D'],
  ['Lexus', 'RX 350', 'SPORT UTILITY'],
  ['Nissan', 'Altima', 'SEDAN 4D'],
  ['Hyundai', 'Elantra', 'SEDAN 4D'],
  ['Kia', 'Optima', 'SEDAN 4D'],
] as const;
const DAMAGES = ['FRONT END', 'REAR END', 'LEFT FRONT', 'RIGHT REAR', 'SIDE', 'ALL OVER'] as const;

export const dealersOf = (reports: number): number => Math.max(2, Math.ceil(reports / OF_ONE_DEALER));

/** The reports of a campaign, each of a lot of its own, dealt out to its dealers. */
export function askedReports(seed: number, reports: number): AskedReport[] {
  const random = seededRandom(seedFrom(`asked reports ${seed}`));
  const below = (count: number): number => Math.floor(random.uniform() * count);
  const dealers = dealersOf(reports);
  return Array.from({ length: reports }, (_, number): AskedReport => {
    const asked = { number, dealer: number % dealers, key: `campaign-${seed}-${number}` };
    const [make, model, body_style] = CARS[below(CARS.length)] ?? CARS[0];
    const primary_damage = DAMAGES[below(DAMAGES.length)] ?? DAMAGES[0];
    const car = {
      year: 2014 + below(9),
      make,
      model,
      body_style,
      mileage: 10_000 + below(120_000),
      primary_damage,
    };
    const first = below(PHOTO_POOL);
    if (number % FROM_SITE === 0)
      return {
        ...asked,
        lot: { origin: 'site', link: `https://www.copart.com/lot/${80_000_000 + number}` },
      };
    const photos = Array.from({ length: PHOTOS }, (_, index) => (first + index) % PHOTO_POOL);
    return { ...asked, lot: { origin: 'entered', car, photos } };
  });
}
