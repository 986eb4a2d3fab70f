/** What came new for users, the newest day first: what CHANGELOG.md tells, in their words. A day once named keeps its address. */
type News = {
  /** The day it came to the service, ISO 8601. */
  readonly day: string;
  readonly items: readonly { readonly title: string; readonly text: string }[];
};

export const NEWS: readonly News[] = [
  {
    day: '2026-11-28',
    items: [
      {
        title: 'Searching your reports',
        text: 'By several words, wherever they stand in a vehicle’s name or your tag: a model and its year will do. By a VIN or lot number’s last four digits, or five or more characters of it in a row.',
      },
    ],
  },
  {
    day: '2026-11-26',
    items: [
      {
        title: 'Partner offers and quotes',
        text: 'Where retailers of the partner network sell parts of a report, it shows their offers by total, and you can ask them for a quote. They see the car, the parts and the state to ship to; who you are only if you accept their quote.',
      },
    ],
  },
  {
    day: '2026-11-24',
    items: [
      {
        title: 'More reports than the free trial',
        text: 'Where no report is left, every page leads on: ask the operator for more or, where plans are on sale, buy them. A failed payment never loses a report.',
      },
      {
        title: 'For programs',
        text: 'Named API keys with scopes and limits of their own, signed webhooks when a report has ended, a log of what was sent, and a typed client. Account Settings has both.',
      },
      {
        title: 'Lots are watched',
        text: 'When the lot of a finished report is read again and its sale, price or facts have changed, the board shows it and you get an email.',
      },
      {
        title: 'Kilometers and other money',
        text: 'Account Settings takes kilometers and another money; reports, lists, PDF and Excel files follow, with the rate and its date.',
      },
      {
        title: 'How long reports stay',
        text: 'Reports can be deleted by themselves after the days you set, and approved ones kept for as long as you must.',
      },
      {
        title: 'The audit trail of a claim',
        text: 'Who changed, recalculated, approved, shared or exported a report, and when: on the report and as a file.',
      },
    ],
  },
  {
    day: '2026-11-23',
    items: [
      {
        title: 'What to bid',
        text: 'A finished report says what its lot may cost: fees, freight, import, resale, reserve and margin, each row with its source or your own figure, and the highest bid that still leaves the profit you want.',
      },
      {
        title: 'The board',
        text: 'Paste up to 60 lots or drop a list, see what they take of your quota, start them, and compare them side by side as they come.',
      },
      {
        title: 'The claim file',
        text: 'Claim number, deductible, the state’s total-loss rule, approved versions that nobody can change, and the whole file as a PDF.',
      },
      {
        title: 'Beside your own estimate',
        text: 'Lay an EMS or BMS estimate beside a report, see the operations it lacks, and keep its numbers and prices for your reports. Written lines go out as an EMS set.',
      },
      {
        title: 'More out of the photos',
        text: 'A model on the operator’s own machine can examine photos; VINs are read off labels; a report names the photos worth asking the seller for.',
      },
      {
        title: 'Photos kept private',
        text: 'Photos labeled VIN or odometer never go to a provider; faces and plates are covered where the text reader is installed; a shared report can leave photos out.',
      },
    ],
  },
  {
    day: '2026-11-22',
    items: [
      {
        title: 'A scope that evidence moves',
        text: 'A report tells what is written as repair, what is only possible, and what would narrow the range most. Every answer you give about a photo or a part moves all figures at once.',
      },
      {
        title: 'The total-loss question',
        text: 'Value, salvage bid and state are fields of the report, with the rule that follows from them.',
      },
    ],
  },
  {
    day: '2026-11-21',
    items: [
      {
        title: 'Reports of auction lots',
        text: 'Paste a lot link of bid.cars, Copart or IAAI, or hand its page over: damaged parts with evidence, OEM numbers, supplier links, repair cost and a PDF.',
      },
    ],
  },
];
