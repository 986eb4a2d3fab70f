import type { Site } from '../contract/sites.ts';
import type { DrawnCar, View } from './drawing/draw-photo.ts';

/** One made-up listing. Money in US dollars, null where the listing gives none; every fact here is fictional. */
export type SampleListing = {
  number: string;
  site: Site;
  /** What the site's users call the lot, where that differs from the number in the link (IAAI). */
  stockNumber: string;
  year: number;
  make: string;
  model: string;
  trim: string;
  vin: string;
  mileage: number;
  primaryDamage: string;
  secondaryDamage: string | null;
  title: string;
  state: string;
  stateName: string;
  city: string;
  zip: string;
  branch: string;
  runs: 'runs_and_drives' | 'starts' | 'stationary';
  airbags: 'Deployed' | 'Intact';
  bodyStyle: string;
  engine: string;
  cylinders: string;
  drive: string;
  color: string;
  acv: number | null;
  repairCost: number | null;
  currentBid: number;
  saleDate: string;
  views: readonly View[];
};

export const SAMPLE_SELLER = 'LotLens sample';

const BMW: SampleListing = {
  number: '90000001',
  site: 'bid.cars',
  stockNumber: '90000001',
  year: 2014,
  make: 'BMW',
  model: '3 Series',
  trim: '328I',
  vin: 'WBA3A5C58EF900001',
  mileage: 87_412,
  primaryDamage: 'Front end',
  secondaryDamage: null,
  title: 'Salvage certificate (NJ)',
  state: 'NJ',
  stateName: 'New Jersey',
  city: 'Trenton',
  zip: '08501',
  branch: 'Trenton (NJ)',
  runs: 'runs_and_drives',
  airbags: 'Intact',
  bodyStyle: 'Sedan 4D',
  engine: '2.0L 4',
  cylinders: '4',
  drive: 'Rear wheel drive',
  color: 'Blue',
  acv: 10_850,
  repairCost: 9_640,
  currentBid: 1_450,
  saleDate: '2027-01-14',
  views: ['front-left', 'rear-left', 'front-right', 'rear-right', 'front', 'damage', 'interior', 'odometer'],
};

const QX60: SampleListing = {
  number: '90000002',
  site: 'copart',
  stockNumber: '90000002',
  year: 2015,
  make: 'INFINITI',
  model: 'QX60',
  trim: '',
  vin: '5N1AL0MM5FC******',
  mileage: 96_180,
  primaryDamage: 'REAR END',
  secondaryDamage: null,
  title: 'SALVAGE CERTIFICATE',
  state: 'TX',
  stateName: 'Texas',
  city: 'HOUSTON',
  zip: '77073 1200',
  branch: 'TX - HOUSTON',
  runs: 'runs_and_drives',
  airbags: 'Intact',
  bodyStyle: '4DR SPOR',
  engine: '3.5L 6',
  cylinders: '6',
  drive: 'ALL WHEEL DRIVE',
  color: 'SILVER',
  acv: 12_640,
  repairCost: null,
  currentBid: 2_100,
  saleDate: '2027-01-19T17:00:00Z',
  views: ['front-left', 'rear-left', 'front-right', 'rear-right', 'rear', 'damage', 'interior', 'odometer'],
};

const Q50: SampleListing = {
  number: '90000003',
  site: 'iaai',
  stockNumber: '43900103',
  year: 2015,
  make: 'INFINITI',
  model: 'Q50',
  trim: 'PREMIUM',
  vin: 'JN1BV7AR6FM******',
  mileage: 71_905,
  primaryDamage: 'LEFT FRONT',
  secondaryDamage: 'LEFT SIDE',
  title: 'SALVAGE',
  state: 'OH',
  stateName: 'Ohio',
  city: 'Grove City',
  zip: '43123',
  branch: 'Columbus (OH)',
  runs: 'stationary',
  airbags: 'Deployed',
  bodyStyle: 'SEDAN',
  engine: '3.7L V-6 DOHC, VVT, 328HP',
  cylinders: '6',
  drive: 'AWD',
  color: 'RED',
  acv: 12_975,
  repairCost: 14_210,
  currentBid: 0,
  saleDate: '2027-01-21T14:30:00Z',
  views: ['front-left', 'rear-left', 'rear-right', 'front-right', 'front', 'damage', 'interior', 'odometer'],
};

const CHEVROLET: SampleListing = {
  number: '90000004',
  site: 'copart',
  stockNumber: '90000004',
  year: 2017,
  make: 'CHEVROLET',
  model: 'MALIBU',
  trim: 'LT',
  vin: '1G1ZE5ST5HF******',
  mileage: 84_233,
  primaryDamage: 'FRONT END',
  secondaryDamage: null,
  title: 'CERTIFICATE OF TITLE',
  state: 'GA',
  stateName: 'Georgia',
  city: 'ATLANTA',
  zip: '30349 4100',
  branch: 'GA - ATLANTA SOUTH',
  runs: 'starts',
  airbags: 'Intact',
  bodyStyle: 'SEDAN 4D',
  engine: '1.5L 4',
  cylinders: '4',
  drive: 'FRONT WHEEL DRIVE',
  color: 'GRAY',
  acv: 8_900,
  repairCost: null,
  currentBid: 950,
  saleDate: '2027-01-22T16:00:00Z',
  views: ['front-left', 'rear-left', 'front-right', 'rear-right', 'front', 'interior', 'odometer'],
};

/** A clean title and light damage: what a plain buy looks like. */
const WRX: SampleListing = {
  number: '90000007',
  site: 'copart',
  stockNumber: '90000007',
  year: 2017,
  make: 'SUBARU',
  model: 'WRX STI',
  trim: '',
  vin: 'JF1VA2S62H9******',
  mileage: 31_480,
  primaryDamage: 'MINOR DENT/SCRATCHES',
  secondaryDamage: 'LEFT FRONT',
  title: 'CERTIFICATE OF TITLE',
  state: 'NJ',
  stateName: 'New Jersey',
  city: 'TRENTON',
  zip: '08501 2200',
  branch: 'NJ - TRENTON',
  runs: 'runs_and_drives',
  airbags: 'Intact',
  bodyStyle: 'SEDAN 4D',
  engine: '2.5L 4',
  cylinders: '4',
  drive: 'ALL WHEEL DRIVE',
  color: 'WHITE',
  acv: 29_900,
  repairCost: null,
  currentBid: 6_900,
  saleDate: '2027-01-20T15:00:00Z',
  views: ['front-left', 'rear-left', 'front-right', 'rear-right', 'front', 'damage', 'interior', 'odometer'],
};

/** The listings with a readable page, by the number in their link. */
export const SAMPLE_LISTINGS = {
  '90000001': BMW,
  '90000002': QX60,
  '90000003': Q50,
  '90000004': CHEVROLET,
  '90000007': WRX,
} as const;
export type SampleNumber = keyof typeof SAMPLE_LISTINGS;

const frontCloseUp = { eye: [-1.9, -1.75, 1.4], target: [0.4, -0.25, 0.62], fov: 38 } as const;

/** How each sample car is drawn: its damage is where its listing says. */
export const SAMPLE_CARS: Record<SampleNumber, DrawnCar> = {
  '90000001': {
    shape: 'sedan-kidneys',
    tint: '#a9bee0',
    dents: [
      { at: [-0.15, -0.25, 0.5], reach: [0.95, 0.95, 0.62], push: [0.24, 0.03, 0], crumple: 0.2 },
      { at: [0.55, -0.1, 0.9], reach: [0.5, 0.75, 0.35], push: [0.02, 0, 0.07], crumple: 0.12 },
    ],
    miles: BMW.mileage,
    airbagsDeployed: false,
    closeUp: frontCloseUp,
  },
  '90000002': {
    shape: 'suv',
    tint: '#b9bec4',
    dents: [{ at: [5.1, 0.25, 0.7], reach: [0.8, 1, 0.6], push: [-0.3, 0, 0.02], crumple: 0.2 }],
    miles: QX60.mileage,
    airbagsDeployed: false,
    closeUp: { eye: [7, 1.9, 1.5], target: [4.7, 0.25, 0.75], fov: 38 },
  },
  '90000003': {
    shape: 'sedan-arch',
    tint: '#d89c98',
    dents: [{ at: [0.05, -0.75, 0.5], reach: [1.05, 0.85, 0.65], push: [0.3, 0.16, 0.02], crumple: 0.2 }],
    miles: Q50.mileage,
    airbagsDeployed: true,
    closeUp: { eye: [-1.7, -2.2, 1.35], target: [0.45, -0.5, 0.6], fov: 38 },
  },
  '90000004': {
    shape: 'sedan-bars',
    tint: '#a3abb4',
    dents: [{ at: [-0.1, 0.3, 0.5], reach: [0.8, 0.9, 0.5], push: [0.18, 0, 0], crumple: 0.16 }],
    miles: CHEVROLET.mileage,
    airbagsDeployed: false,
    closeUp: frontCloseUp,
  },
  '90000007': {
    shape: 'sedan-bars',
    tint: '#eef0f2',
    dents: [{ at: [0, -0.8, 0.5], reach: [0.85, 0.7, 0.55], push: [0.2, 0.13, 0.01], crumple: 0.15 }],
    miles: WRX.mileage,
    airbagsDeployed: false,
    closeUp: { eye: [-1.7, -2.2, 1.35], target: [0.45, -0.5, 0.6], fov: 38 },
  },
};

export type SampleLot = {
  link: string;
  title: string;
  shows: string;
  /** What goes wrong with it, as the name of its button; null where it makes a report. */
  when: string | null;
};

/** The links to print at start-up, to offer on the home page and to test with. */
export const SAMPLE_LOTS: readonly SampleLot[] = [
  {
    link: 'https://bid.cars/en/lot/1-90000001/',
    title: '2014 BMW 3 Series 328I',
    shows: 'Front end damage, full VIN, eight photos',
    when: null,
  },
  {
    link: 'https://www.copart.com/lot/90000002',
    title: '2015 Infiniti QX60',
    shows: 'Rear end damage, masked VIN',
    when: null,
  },
  {
    link: 'https://www.iaai.com/VehicleDetail/90000003~US',
    title: '2015 Infiniti Q50',
    shows: 'Left front damage, airbags deployed, masked VIN',
    when: null,
  },
  {
    link: 'https://www.copart.com/lot/90000007',
    title: '2017 Subaru WRX STI',
    shows: 'Light left front damage, clean title: a buy',
    when: null,
  },
  {
    link: 'https://www.copart.com/lot/90000004',
    title: '2017 CHEVROLET MALIBU LT',
    shows: 'A make that is not supported',
    when: 'the make is not supported',
  },
  {
    link: 'https://www.copart.com/lot/90000005',
    title: 'A lot that is gone',
    shows: 'What a missing lot looks like',
    when: 'the lot is gone',
  },
  {
    link: 'https://www.copart.com/lot/90000006',
    title: 'A site that refuses',
    shows: 'What a refusal looks like, and the ways on from it',
    when: 'the site refuses',
  },
];
