import { describe, expect, it } from 'vitest';
import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { RetryLater } from '../../errors.ts';
import type { CatalogueVehicle, PartsCatalogue } from '../parts-catalogue.ts';
import { askCatalogues, lookUpNumbers } from './ask-catalogues.ts';

const car: CatalogueVehicle = {
  make: 'Infiniti',
  make_key: 'infiniti',
  model: 'Q50 LUXE',
  year: 2015,
  trim: null,
  body_class: 'sedan',
  vin: 'JN1BV7AP4FM******',
  vin_masked: true,
};
const signal = AbortSignal.timeout(60_000);
const want = { categories: [] };
const part: CataloguePart = {
  number: '62022-4HB0H',
  name: 'Fascia kit-front bumper',
  group: 'Front Bumper',
  side: null,
  position: null,
  quantity: 1,
  notes: null,
  price: null,
  currency: null,
  url: null,
  catalogue: 'second',
  source: 'a listing',
  dated: '2026-01-02',
  year_from: 2014,
  year_to: 2017,
  fit: 'model_year',
  superseded_by: null,
};

const catalogue = (
  name: string,
  findParts: PartsCatalogue['findParts'],
  more: Partial<PartsCatalogue> = {},
): PartsCatalogue => ({
  name,
  label: name,
  supports: (make) => make === 'infiniti',
  findParts,
  ...more,
});

describe('askCatalogues', () => {
  it('keeps what one source found when another is out of quota', async () => {
    const answer = await askCatalogues(
      [
        catalogue('first', async () => ({ kind: 'quota', message: 'tomorrow', retry_after_ms: 60_000 })),
        catalogue('second', async () => ({ kind: 'ok', parts: [part] })),
        catalogue('third', async () => ({ kind: 'not_found' })),
      ],
      car,
      want,
      signal,
    );
    expect(answer.parts).toHaveLength(1);
    expect(answer.catalogues).toEqual(['second']);
    expect(answer.failures).toEqual([
      { catalogue: 'first', kind: 'quota', message: 'tomorrow', retry_after_ms: 60_000 },
    ]);
  });

  it('asks nobody about a make none supports', async () => {
    const source = catalogue('first', async () => ({ kind: 'ok', parts: [part] }));
    expect(await askCatalogues([source], { ...car, make_key: 'volvo' }, want, signal)).toEqual({
      parts: [],
      catalogues: [],
      failures: [],
    });
  });

  it('keeps what one source found when another breaks', async () => {
    const answer = await askCatalogues(
      [
        catalogue('first', async () => {
          throw new Error('a fault of its own');
        }),
        catalogue('patient', async () => {
          throw new RetryLater(5_000);
        }),
        catalogue('second', async () => ({ kind: 'ok', parts: [part] })),
      ],
      car,
      want,
      signal,
    );
    expect(answer.parts).toHaveLength(1);
    expect(answer.failures).toEqual([
      { catalogue: 'first', kind: 'network', message: 'could not be read', retry_after_ms: null },
      { catalogue: 'patient', kind: 'network', message: 'could not be read', retry_after_ms: 5_000 },
    ]);
  });

  it('keeps the parts of a source that ended early, and says that it did', async () => {
    const gap = { kind: 'quota', message: 'no more today', retry_after_ms: null } as const;
    const answer = await askCatalogues(
      [catalogue('first', async () => ({ kind: 'ok', parts: [part], gap }))],
      car,
      want,
      signal,
    );
    expect(answer).toMatchObject({
      parts: [{ number: part.number }],
      catalogues: ['first'],
      failures: [{ catalogue: 'first', ...gap }],
    });
  });

  it('stops when the report is stopped', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    const broken = catalogue('first', async () => {
      throw new Error('whatever');
    });
    await expect(askCatalogues([broken], car, want, stopped)).rejects.toThrow('stopped');
  });
});

describe('lookUpNumbers', () => {
  const before = { parts: [part], catalogues: ['second'], failures: [] };
  const shop = (asked: string[][]) =>
    catalogue('shop', async () => ({ kind: 'not_found' }), {
      lookUpNumbers: async (_, numbers) => {
        asked.push([...numbers]);
        return {
          kind: 'ok',
          parts: [{ ...part, catalogue: 'shop', source: 'The shop', price: 240, currency: 'USD' }],
        };
      },
    });

  it('brings price and source of a shop to the number of the catalogue', async () => {
    const answer = await lookUpNumbers([shop([])], car, [part.number], before, signal);
    expect(answer.parts).toEqual([
      {
        ...part,
        price: 240,
        currency: 'USD',
        price_from: { source: 'The shop', dated: part.dated, url: null },
      },
    ]);
    expect(answer.catalogues).toEqual(['second', 'shop']);
  });

  it('asks nobody when there is no number to look up', async () => {
    const asked: string[][] = [];
    expect(await lookUpNumbers([shop(asked)], car, [], before, signal)).toBe(before);
    expect(asked).toEqual([]);
  });
});
