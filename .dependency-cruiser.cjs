/**
 * The walls of docs/flow.md: imports point down only, no rings, adapters and estimate know no database,
 * the browser sees only the contract. tests/rules/house-rules.test.ts runs this.
 */
const server = (rooms) => `^server/(${rooms})(/|\\.ts$)`;

/** Rooms from top to bottom; a room may use its own floor's listed neighbours and everything below. */
const FLOORS = [
  ['main', 'cli'],
  ['run-service'],
  ['start-worker', 'app'],
  ['report-process'],
  ['tools', 'load-starter-catalogue', 'reading'],
  ['http'],
  ['operator'],
  ['accounts', 'reports', 'pdf', 'partners'],
  ['pipeline'],
  ['lots', 'deals'],
  [
    'vehicles',
    'categories',
    'estimate',
    'estimate-exchange',
    'auction-sites',
    'lot-sources',
    'parts-catalogues',
    'suppliers',
    'damage-detectors',
    'photo-reading',
  ],
  ['push'],
  ['web-fetch', 'images', 'mail', 'metrics', 'backup'],
  ['storage', 'queue', 'db', 'workers'],
  [
    'config',
    'errors',
    'log',
    'tracing',
    'start-up-text',
    'process',
    'storable-text',
    'markup',
    'data-tables',
    'concurrency',
    'seeded-random',
    'secrets',
  ],
];

const downOnly = FLOORS.map((floor, index) => ({
  name: `down-only: ${floor.join(', ')}`,
  severity: 'error',
  from: { path: server(floor.join('|')), pathNot: '\\.test\\.ts$' },
  to: { path: FLOORS.slice(0, index).length === 0 ? '^$' : server(FLOORS.slice(0, index).flat().join('|')) },
}));

module.exports = {
  forbidden: [
    ...downOnly,
    { name: 'no rings', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'adapters, categories and estimate get what they need as arguments',
      severity: 'error',
      from: {
        path: server(
          'auction-sites|lot-sources|parts-catalogues|suppliers|damage-detectors|photo-reading|categories|estimate|estimate-exchange|deals',
        ),
        pathNot: '\\.test\\.ts$',
      },
      to: { path: server('db') },
    },
    {
      name: 'web sees only the contract',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|tests|bench|scripts)/' },
    },
    {
      name: 'the extension sees only the contract',
      severity: 'error',
      from: { path: '^extension/' },
      to: { path: '^(server|web|samples|tests|bench|scripts)/' },
    },
    {
      name: 'the browser gets the sample by a call, only tests read its file',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.ts$' },
      to: { path: '^samples/' },
    },
    {
      name: 'the contract stands alone',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|extension|samples|tests|bench|scripts)/' },
    },
    {
      name: 'only the queue knows its engine',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/queue/' },
      to: { path: 'node_modules/pg-boss' },
    },
    {
      name: 'only web-fetch opens connections',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(web-fetch)/|\\.test\\.ts$' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'the product does not use its tests',
      severity: 'error',
      from: { path: '^(server|web|contract|samples)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(tests|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsConfig: { fileName: 'server/tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
