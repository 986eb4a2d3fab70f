/** Everything the extension says, but for the words of a lot, a part and a report, which contract/ has. */
export const WORDS = {
  title: 'LotLens',
  close: 'Close LotLens',
  reading: 'Reading this lot',
  notALot:
    'Open the page of a single lot at bid.cars, Copart or IAAI, or of a part at a dealer’s store, and press the button again.',
  notConnected: 'Connect the extension to your LotLens first. It takes a code from Account Settings.',
  connect: 'Connect to LotLens',
  connectAgain: 'This extension is no longer connected. Connect it again in its settings.',
  siteCheck: 'The site asked for a check of its own. Reload the lot’s page, pass it, and try again.',
  tryAgain: 'Try again',
  settings: 'Settings',
  byHand: 'Open LotLens',
  generate: (left: number): string => `Generate Report (1 of ${left} left)`,
  generateUnknown: 'Generate Report (uses 1)',
  noneLeft: 'You have no reports left.',
  photosBehind: (count: number): string =>
    `${count} ${count === 1 ? 'photo' : 'photos'} stayed with the site: LotLens asks for ${count === 1 ? 'it' : 'them'} itself.`,
  starting: 'Starting the report',
  elsewhere:
    'You have a report of this lot already, which was not started by this extension. It may read only those it started, so open it in LotLens.',
  readAnyway: 'Read this lot anew',
  openReport: 'Open the report',
  repair: 'Repair',
  likely: 'likely',
  verdict: 'Total loss',
  unreachable: (address: string): string => `LotLens at ${address} could not be reached.`,
  unexpected: 'LotLens gave an answer this extension does not know. Update the extension.',
  noAddress: 'Enter the address of your LotLens, such as https://lotlens.example.',
  connectedTo: (address: string): string => `Connected to ${address}.`,
  disconnected: 'Disconnected.',
  disconnectedHereOnly:
    'Forgotten here. LotLens could not be told: disconnect it in Account Settings as well.',
  buttonOn: (site: string): string => `Button on ${site}`,
  failed: 'Something went wrong. Reload the page and try again.',
} as const;
