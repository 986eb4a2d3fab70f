/**
 * Few files: each costs a round trip where six are fetched at a time. `base` is what every page needs, `work` what the
 * signed-in pages share, `report` what every report shows.
 */
export const CHUNK_GROUPS = [
  {
    name: 'react',
    priority: 6,
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  },
  {
    name: 'base',
    priority: 5,
    test: /node_modules[\\/](@tanstack[\\/](?!(react-)?(virtual|query))[\w-]+|clsx)[\\/]|web[\\/](ui[\\/](button|icon|lens|notices|use-hold|use-page-title)|api[\\/](api-error|send|session[\\/]session-store|store)|account[\\/](session-gate|use-session)|lot-entry[\\/]lot-form|layout[\\/]marketing-frame|marketing[\\/]makes\.|routes\.|app\.)|contract[\\/]api-call\./,
  },
  {
    // The schema library: no page needs it to be shown, some to check what is typed.
    name: 'shapes',
    priority: 5,
    test: /node_modules[\\/]zod[\\/]/,
  },
  {
    // The shapes of a lot, with their library: the words that signed-in pages share need none of them.
    name: 'lot-shapes',
    priority: 5,
    test: /contract[\\/]schemas[\\/](lot|market|title)\./,
  },
  {
    name: 'work',
    priority: 4,
    test: /node_modules[\\/](lucide|@tanstack[\\/](react-query|query-core))[\\/]|contract[\\/](us-states|car-diagram[\\/]levels|lot-words|api[\\/](quota[\\/])?[\w-]+-calls|plans[\\/]plan-words|facts[\\/]setting-names|vehicles[\\/]makes|schemas[\\/]money|report-view[\\/](figures|source-date|units[\\/]shown-(amounts|units)|words[\\/]sentence|head[\\/](confirmed-parts|lot-facts|verdict-words)))\.|web[\\/](layout[\\/](app-frame|units-note)|ui[\\/](money|use-dark|form[\\/]typed-number)|report-list[\\/](use-reports|use-outcome-news|start-report|download-button|report-actions|elapsed)|api[\\/](call|check[\\/]check-answer|users|query-client|session[\\/](use-me|shown-units)|reports[\\/](report-list|report-states|reports|pending-action)))\./,
  },
  {
    // Apart, for the shapes it holds: with the names that reports take from beside them it would bring their library along.
    name: 'settings',
    priority: 3,
    test: /contract[\\/]estimate-settings\./,
  },
  {
    // What lists and reports say of a lot's sale, and of what to bid, with the chip for it.
    name: 'sale',
    priority: 3,
    test: /contract[\\/](facts[\\/]sale-state|report-view[\\/](market[\\/][\w-]+|deal[\\/]short-answer))\.|web[\\/]ui[\\/]figures[\\/]verdict-chip\./,
  },
  {
    // What rows of lots and every report say of a deal, with the figures the main page's pictures show too.
    name: 'rows',
    priority: 3,
    test: /contract[\\/]report-view[\\/](watch[\\/]change-words|deal[\\/](price-words|listed-words))\.|web[\\/](ui[\\/]figures[\\/](range-bar|loss-chip|stat)|report-list[\\/]table[\\/]report-name)\./,
  },
  {
    // What the list, its table and the board share.
    name: 'list',
    priority: 3,
    test: /node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]|web[\\/]report-list[\\/]card-marks\.|contract[\\/]report-view[\\/]head[\\/]card-words\./,
  },
  {
    // The drawing of a lot: apart from the words, as a list of photos needs none.
    name: 'art',
    priority: 3,
    test: /contract[\\/]car-diagram[\\/](body-side|body-of-listing|declared-zone|art-colors)\.|web[\\/]ui[\\/]figures[\\/]lot-thumb\./,
  },
  {
    // The question how one buys is on the list of reports, which needs nothing else of a report.
    name: 'buyer',
    priority: 3,
    test: /contract[\\/]report-view[\\/]deal[\\/]buyer-names\.|web[\\/](api[\\/]preferences|ui[\\/]form[\\/]setting-fields)\./,
  },
  {
    name: 'report',
    priority: 2,
    test: /contract[\\/](option-question|car-diagram[\\/]legend-words)\.|contract[\\/]report-view[\\/]units[\\/](as-shown|shown-sums)\.|web[\\/](report[\\/](report-view|places)|api[\\/]reports[\\/]one-report)\./,
  },
  {
    // What the field asks for once something is typed, dropped or refused; in `base` each file would cost its name.
    name: 'ways',
    priority: 1,
    test: /contract[\\/](facts[\\/]bare-lot|saved-page[\\/]file-names)\.|web[\\/](lot-entry[\\/](other-input|lot-link-in|lot-notices|shared[\\/](file-kinds|step-of-files))|ui[\\/]browser-name)\./,
  },
  {
    // Apart from `forms`: a board has a field, and nothing of their library.
    name: 'fields',
    priority: 1,
    test: /web[\\/]ui[\\/](focus-heading|form[\\/](field|auth-frame|select-box|select-field)|act[\\/](asking-button|use-work))\./,
  },
  {
    // With the buttons it ends with.
    name: 'dialog',
    priority: 1,
    test: /web[\\/]ui[\\/]dialog[\\/]dialog(-actions)?\./,
  },
  {
    name: 'legal-page',
    priority: 2,
    test: /contract[\\/]partners[\\/]partner-terms\.|web[\\/]marketing[\\/]legal[\\/]legal-page\./,
  },
  {
    // What a report says of partners, and the page of a partner's answer.
    name: 'quotes',
    priority: 2,
    test: /contract[\\/](partners[\\/](feed-words|quotes[\\/]quote-words)|api[\\/]partners[\\/]quote-calls)\.|web[\\/]api[\\/]partners[\\/]quotes\./,
  },
  {
    // What the pages of a retailer, and of those who run the network, share.
    name: 'partners',
    priority: 1,
    test: /contract[\\/](partners[\\/](partner|partner-words)|api[\\/]partners[\\/]partner-calls)\.|web[\\/](partners[\\/]profile-fields|api[\\/]partners[\\/]own-partner)\./,
  },
  {
    name: 'forms',
    priority: 1,
    test: /node_modules[\\/]react-hook-form[\\/]|web[\\/](ui[\\/]form[\\/]use-schema-form|account[\\/]use-later)/,
  },
];
