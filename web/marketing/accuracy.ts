/** What was measured here, by commands anybody can run, and what was not (README.md holds the same figures). */
export const MEASURED = [
  {
    what: 'Catalog part names matched to part, side and position',
    on: 'Labels of our own that were held back while the rules were written: 100 names run once, and 361 names of which some misses were looked at',
    result: 'Precision 0.977 and recall 0.924 on 100 names, 0.994 and 1.000 on 361',
    command: 'npm run eval:part-names',
  },
  {
    what: 'Part names of real catalogs matched to part, side and position',
    on: 'Random samples of 150 names each, run once, out of real catalogs of Nissan, Infiniti, Subaru and BMW',
    result:
      'Precision 1.000 and recall 0.915 and 1.000 on the last two samples; 0.931 to 0.984 and 0.838 to 0.931 on the three before them, after which rules were mended',
    command: 'npm run eval:part-names -- list.tsv',
  },
  {
    what: 'Time from request to finished report, against the longest chain of steps it must wait for',
    on: 'Stand-ins for auction, catalog and model with modeled delays, once the service has made a dozen reports',
    result: '1.06 to 1.11 times that chain from cold, 1.04 to 1.06 after the summary',
    command: 'npm run bench -- time-to-report',
  },
] as const;

export const NOT_MEASURED = [
  [
    'Repair cost against real repairs',
    'No repair invoices were compared. Tables are judgment, anchored in public figures where one was found; nothing is fitted to listings.',
  ],
  [
    'Whether 8 in 10 costs fall between low and high',
    'The width of the range is our judgment of how far two estimators and our valuation differ. It is not yet validated.',
  ],
  [
    'Damage seen on photos',
    'Photos are reviewed only where the service has a vision model, its own or a provider’s. No model’s hits and misses on labeled photos are published here.',
  ],
  [
    'Part names of 15 makes',
    'Names out of real catalogs were checked for Nissan, Infiniti, Subaru and BMW alone. The other 15 supported makes are unmeasured.',
  ],
  [
    'How many numbers a catalog has for real lots',
    'A number is printed only as a catalog writes it. How often one is found depends on the catalogs connected.',
  ],
] as const;

export const MEASURE_YOURSELF = [
  [
    'Repair costs of your own',
    'npm run eval:estimate -- lots.jsonl truth.csv',
    'Median error, share within ±25%, bias and how many costs fall between low and high, over all lots and by slice.',
  ],
  [
    'Labeled photos of your own',
    'npm run eval:damage -- folder',
    'Which damaged parts the configured vision model finds, misses and gets wrong, how far its stated confidence can be trusted, and what a report costs.',
  ],
] as const;
