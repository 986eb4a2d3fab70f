import { z } from 'zod';
import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { readTsv } from '../../data-tables/data-table.ts';
import type { PartsCatalogue } from '../parts-catalogue.ts';

/** What people read wherever one of these prices stands. */
export const SAMPLE_PRICE_SOURCE = 'made-up sample price';
/** When the file was made. */
const MADE_UP_ON = '2026-11-22';

const rowSchema = z.object({
  vin: z.string(),
  number: z.string(),
  price: z.coerce.number().positive(),
});

let rows: z.infer<typeof rowSchema>[] | undefined;
const readRows = () => readTsv(new URL('../../../samples/sample-prices.tsv', import.meta.url), rowSchema);

/**
 * Made-up prices, US dollars, for numbers of the starter catalogue, and only for the made-up cars of the sample lots, so that
 * baskets can be seen to work (scripts/build-starter-catalogue.ts says how they are made). They tell nothing of what fits.
 */
export const samplePrices: PartsCatalogue = {
  name: 'sample-prices',
  label: 'Made-up sample prices',
  supports: () => true,
  holds: async () => false,
  async findParts({ vin }) {
    rows ??= readRows();
    const parts = rows.filter((row) => row.vin === vin).map(partOf);
    return parts.length === 0 ? { kind: 'not_found' } : { kind: 'ok', parts };
  },
};

const partOf = ({ number, price }: z.infer<typeof rowSchema>): CataloguePart => ({
  number,
  name: '',
  group: '',
  side: null,
  position: null,
  quantity: null,
  notes: null,
  price,
  currency: 'USD',
  url: null,
  superseded_by: null,
  catalogue: 'sample-prices',
  source: SAMPLE_PRICE_SOURCE,
  dated: MADE_UP_ON,
  fit: 'unknown',
  year_from: null,
  year_to: null,
});
