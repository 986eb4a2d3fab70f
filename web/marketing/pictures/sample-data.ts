import type { SamplePicture } from '../../../contract/sample-picture.ts';
import made from './sample-pictures.json' with { type: 'json' };

/** What the home page shows of the sample lots, as `npm run build-sample-report` made it. */
export const SAMPLE_PICTURES = made as unknown as readonly SamplePicture[];

function find(what: string, wanted: (picture: SamplePicture) => boolean): SamplePicture {
  const found = SAMPLE_PICTURES.find(wanted);
  if (found === undefined) throw new Error(`no sample lot is ${what}`);
  return found;
}

/** The first of which its deal says buy. */
export const BUY = find('a buy', ({ verdict }) => verdict === 'buy');
/** Of the lot whose report is the sample report. */
export const SAMPLE_REPORT = find('the sample report', ({ lot }) => lot === '90000001');

/** US dollars; the pages of visitors know no other money. */
export const usd = (amount: number): string =>
  `${amount < 0 ? '−' : ''}$${Math.abs(Math.round(amount)).toLocaleString('en-US')}`;
