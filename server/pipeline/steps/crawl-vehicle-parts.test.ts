import { expect, it } from 'vitest';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { RetryLater } from '../../errors.ts';
import type { PartsCatalogue } from '../../parts-catalogues/parts-catalogue.ts';
import { crawlVehicleParts } from './crawl-vehicle-parts.ts';

const busy: PartsCatalogue = {
  name: 'busy',
  label: 'Busy catalogue',
  supports: () => true,
  findParts: async () => ({ kind: 'quota', message: 'asks to wait', retry_after_ms: 20_000 }),
};
const vehicle: Vehicle = {
  year: 2015,
  make: 'Infiniti',
  make_key: 'infiniti',
  model: 'Q50',
  trim: null,
  body_style: null,
  body_class: 'sedan',
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
  vin: null,
  vin_masked: false,
  decoded: null,
  disagreements: [],
};
const crawl = (mayWait: boolean) =>
  crawlVehicleParts(
    { catalogues: [busy], sellers: null },
    vehicle,
    { plausible: [] },
    { signal: AbortSignal.timeout(60_000), mayWait: () => mayWait },
  );

it('comes back later while the only catalogue asks for a short wait', async () => {
  await expect(crawl(true)).rejects.toBeInstanceOf(RetryLater);
});

it('goes on with a gap once the report has waited long enough', async () => {
  expect(await crawl(false)).toEqual({
    parts: [],
    catalogues: [],
    asked: { parts_catalogs: false, imported_parts: false, sellers: false },
    gaps: [
      {
        step: 'crawl_vehicle_parts',
        code: 'catalogue_quota',
        fact: { code: 'catalogue', catalogue: expect.any(String), why: 'quota' },
      },
    ],
  });
});
