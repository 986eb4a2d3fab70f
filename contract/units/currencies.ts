/** What amounts may be shown in beside US dollars: money of a public daily table (server/estimate/data/exchange-rates.json). */
export const CURRENCIES = {
  EUR: 'Euro',
  GBP: 'British pound',
  CAD: 'Canadian dollar',
  MXN: 'Mexican peso',
  PLN: 'Polish zloty',
  CZK: 'Czech koruna',
  RON: 'Romanian leu',
  HUF: 'Hungarian forint',
  SEK: 'Swedish krona',
  NOK: 'Norwegian krone',
  DKK: 'Danish krone',
  CHF: 'Swiss franc',
  TRY: 'Turkish lira',
  JPY: 'Japanese yen',
  KRW: 'South Korean won',
  AUD: 'Australian dollar',
  NZD: 'New Zealand dollar',
} as const;
export type Currency = keyof typeof CURRENCIES;
