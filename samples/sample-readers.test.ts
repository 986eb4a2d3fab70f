import { describe, expect, test } from 'vitest';
import { readAuctionLink } from '../contract/auction-link.ts';
import type { AuctionSite, ReadLot, SitePage } from '../server/auction-sites/auction-site.ts';
import { bidCars } from '../server/auction-sites/bid-cars/bid-cars.ts';
import { copart } from '../server/auction-sites/copart/copart.ts';
import { iaai } from '../server/auction-sites/iaai/iaai.ts';
import { AppError } from '../server/errors.ts';
import { answerSample } from './sample-sites.ts';

/** Reads a sample link as the service does, with the sample sites in the network's place. */
async function readSample(site: AuctionSite, address: string): Promise<ReadLot> {
  const reading = readAuctionLink(address);
  if (!reading.ok) throw new Error(reading.message);
  const { link } = reading;
  const pages: SitePage[] = [];
  const open = async (requests: ReturnType<AuctionSite['requests']>): Promise<void> => {
    for (const { url } of requests) {
      const answer = await answerSample(new URL(url));
      if (answer === null) throw new Error(`${url} would go to the network`);
      const content_type = answer.headers['content-type'] ?? null;
      pages.push({ url, status: answer.status, content_type, body: answer.body.toString() });
    }
  };
  await open(site.requests(link));
  await open(site.furtherRequests?.(link, pages) ?? []);
  return site.parse(pages, link);
}

const codeOf = (reading: Promise<ReadLot>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('the real readers on the sample lots', () => {
  test('bid.cars 1-90000001: BMW 3 Series, front end, full VIN, none of the other cars around it', async () => {
    const lot = await readSample(bidCars, 'https://bid.cars/en/lot/1-90000001/');
    expect(lot).toMatchObject({
      lot_number: '90000001',
      name: '2014 BMW 3 Series 328I',
      vin: 'WBA3A5C58EF900001',
      vin_masked: false,
      mileage: 87_412,
      primary_damage: 'Front end',
      secondary_damage: null,
      run_condition: 'runs_and_drives',
      keys: 'yes',
      retail_value: 10_850,
      seller_repair_cost: 9_640,
      fuel: 'Gasoline',
      listing_state: 'active',
      seller: 'LotLens sample',
    });
    expect(lot.images).toHaveLength(8);
    expect(lot.images.every((image) => image.url.includes('WBA3A5C58EF900001'))).toBe(true);
  });

  test('Copart 90000002: Infiniti QX60, rear end, masked VIN', async () => {
    const lot = await readSample(copart, 'https://www.copart.com/lot/90000002');
    expect(lot).toMatchObject({
      lot_number: '90000002',
      name: '2015 INFINITI QX60',
      vin: '5N1AL0MM5FC******',
      vin_masked: true,
      mileage: 96_180,
      primary_damage: 'REAR END',
      run_condition: 'runs_and_drives',
      keys: 'yes',
      retail_value: 12_640,
      seller_repair_cost: null,
      listing_state: 'active',
      seller: 'LotLens sample',
    });
    expect(lot.images).toHaveLength(8);
    expect(lot.images.map((image) => image.label)).toContain('DENT');
  });

  test('IAAI 90000003: Infiniti Q50, left front, airbags deployed, its stock number as lot number', async () => {
    const lot = await readSample(iaai, 'https://www.iaai.com/VehicleDetail/90000003~US');
    expect(lot).toMatchObject({
      lot_number: '43900103',
      name: '2015 INFINITI Q50 PREMIUM',
      vin: 'JN1BV7AR6FM******',
      vin_masked: true,
      mileage: 71_905,
      primary_damage: 'Left Front',
      secondary_damage: 'Left Side',
      airbags: 'deployed',
      run_condition: 'stationary',
      title: 'SALVAGE (Ohio)',
      retail_value: 12_975,
      seller_repair_cost: 14_210,
      seller: 'LotLens sample',
    });
    expect(lot.images).toHaveLength(8);
  });

  test('Copart 90000004: a make that is not supported reads like any other', async () => {
    const lot = await readSample(copart, 'https://www.copart.com/lot/90000004');
    expect(lot).toMatchObject({ year: 2017, model: 'MALIBU', trim: 'LT', run_condition: 'starts' });
    expect(lot.images.length).toBeGreaterThanOrEqual(6);
  });

  test('the gone, the refused and the wrongly numbered lots are told apart', async () => {
    expect(await codeOf(readSample(copart, 'https://www.copart.com/lot/90000005'))).toBe('lot_not_found');
    expect(await codeOf(readSample(copart, 'https://www.copart.com/lot/90000006'))).toBe('source_blocked');
    expect(await codeOf(readSample(iaai, 'https://www.iaai.com/VehicleDetail/43900103~US'))).toBe(
      'lot_not_found',
    );
  });
});
