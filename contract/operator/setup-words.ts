import type { SetupSource, TestedSource } from '../api/operator/operator-answers.ts';
import type { CalibrationForm } from '../schemas/damage.ts';
import type { SetupSourceId, StoredName } from './setup-sources.ts';
import type { SourceOutcome } from './source-outcome.ts';

/** The words of Setup, for its page and the command line. */

type SourceWords = {
  name: string;
  /** What a report has of it. */
  gives: string;
  /** How it is turned on where Setup saves no keys of it; null where it does, or where it needs nothing. */
  how: string | null;
};

export const SOURCE_WORDS: Readonly<Record<SetupSourceId, SourceWords>> = {
  vision: {
    name: 'Photo review',
    gives:
      'A vision model looks at the photos of each lot: damage you can see, boxed on the photo, in place of what the listing says alone. A provider is sent no photo labeled VIN or odometer; on the others faces and plates are covered where the text reader below is there and finds them, else they are sent as they are. A model on this machine or network is no third party.',
    how: null,
  },
  text_reader: {
    name: 'Text reader',
    gives:
      'VIN and odometer read off the photos and laid beside the listing’s; another reading is a red flag. Faces and plates that it finds are covered before photos go to a model that others run. Barcodes of labels are read without it.',
    how: 'Run npm run add:ocr on each machine that makes reports: 130 MB, and some 1.2 GB of memory while a lot is read.',
  },
  parts_catalogs: {
    name: 'parts-catalogs.com',
    gives: 'OEM numbers by VIN for the 19 makes, from the makers’ own catalogs.',
    how: null,
  },
  imported_parts: {
    name: 'Imported catalogs',
    gives: 'OEM numbers and prices from your own files.',
    how: 'Import a file with npm run import-catalogue.',
  },
  dealer_stores: {
    name: 'Dealer web stores',
    gives: 'Dealer prices, and whether a number fits the VIN.',
    how: 'Read the stores’ terms first, then set DEALER_STORE=true.',
  },
  ebay: {
    name: 'eBay',
    gives: 'What sellers ask for each OEM number, new and used.',
    how: null,
  },
  apibara: {
    name: 'Apibara',
    gives: 'Licensed lot data where Copart or IAAI refuses us, and lots by VIN or lot number.',
    how: null,
  },
  auctionsapi: {
    name: 'auctionsapi.com',
    gives: 'Licensed lot data where Copart or IAAI refuses us, and lots by VIN or lot number.',
    how: null,
  },
  vin: {
    name: 'VIN decoder',
    gives: 'Year, make, model, trim and engine from the VIN, with nobody asked.',
    how: null,
  },
  mail: {
    name: 'Mail',
    gives:
      'Confirmation and reset links, and mails when a report is ready. While it is off, mails are files in a folder.',
    how: 'Set SMTP_URL.',
  },
  push: {
    name: 'Notifications',
    gives: 'Devices tell their users when a report is ready.',
    how: null,
  },
  storage: {
    name: 'S3 storage',
    gives:
      'Photos and PDFs in a store that all processes share. While it is off, they are files in a folder.',
    how: 'Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  },
  browser: {
    name: 'Page renderer',
    gives: 'Lot pages that a plain request can’t read.',
    how: 'Set BROWSER_PATH to a Chromium.',
  },
};

export const KEY_WORDS: Readonly<Record<StoredName, string>> = {
  VISION_PROVIDER: 'Provider',
  VISION_MODEL: 'Model',
  VISION_API_KEY: 'API key',
  PARTS_CATALOGS_KEY: 'API key',
  EBAY_CLIENT_ID: 'App ID (client ID)',
  EBAY_CLIENT_SECRET: 'Cert ID (client secret)',
  APIBARA_KEY: 'API key',
  AUCTIONSAPI_KEY: 'API key',
};

/** Where keys come from, step by step. */
export const KEY_STEPS: Readonly<Partial<Record<SetupSourceId, readonly string[]>>> = {
  parts_catalogs: [
    'Get a key from parts-catalogs.com; it starts with OEM-API.',
    'Have this server’s address put on the key’s list there: it answers no other.',
    'Save the key here. One call tries it.',
    'Test it on the VIN of a car you know.',
  ],
  ebay: [
    'Make a keyset for Production at developer.ebay.com.',
    'Save both of its IDs here. One call tries them.',
  ],
  vision: [
    'Make an API key at the provider, with a spending limit of your own.',
    'Name a model that sees pictures. A model on a server of yours is set in the environment.',
    'Save it here. One question without a picture tries it; the next report’s photos are examined by it.',
  ],
  auctionsapi: [
    'Have this server’s address put on the key’s list at auctionsapi.com.',
    'Save the key here. One lookup tries it.',
  ],
  apibara: ['Get a key at apibara.tech.', 'Save it here. One or two lookups try it.'],
};

const OUTCOME: Readonly<Record<SourceOutcome, (name: string) => string>> = {
  ok: (name) => `${name} answered.`,
  nothing_found: (name) => `${name} answered, and has nothing for this one. Try another.`,
  key_refused: (name) => `${name} does not accept this key. Copy it again, whole and without spaces.`,
  address_refused: (name) =>
    `${name} knows the key, but not this server’s address. Have the address put on the key’s list there, then try again.`,
  plan_refused: (name) =>
    `${name} accepts the key, but the key does not include this. Ask there what your contract covers.`,
  banned: (name) =>
    `${name} has banned this server’s address. Ask there to have it lifted; trying again makes it last.`,
  quota: (name) =>
    `${name} accepts the key, but its quota is used up. Try again when the quota’s period ends.`,
  own_cap: (name) => `The cap set here on ${name} is used up for now, so it was not asked.`,
  wait: (name) => `${name} asks us to wait. Try again in a minute.`,
  model_unknown: (name) => `${name}: the provider knows no model of this name. Check how it spells it.`,
  declined: (name) => `${name}: the model declined to answer. Try another model.`,
  not_understood: (name) =>
    `${name} would not take the question. Check the settings; a model must accept pictures and JSON.`,
  no_answer: (name) => `${name} did not answer. Check that this server can reach it, then try again.`,
  fault: (name) => `${name} has a fault of its own. Try again later.`,
  unreadable: (name) => `${name} answered something we can’t read.`,
};

/** What came of asking a source; with our address where it refuses that. */
export function outcomeWords(
  source: SetupSourceId,
  outcome: SourceOutcome,
  address: string | null = null,
): string {
  const words = OUTCOME[outcome](SOURCE_WORDS[source].name);
  return address === null ? words : `${words} It sees us as ${address}.`;
}

/** On or off, and from where. */
export function stateWords({ on, from }: Pick<SetupSource, 'on' | 'from'>): string {
  if (!on) return 'Off';
  if (from === 'built_in') return 'On';
  return from === 'stored' ? 'On, by the keys saved here' : 'On, by the environment';
}

/** What is to be said of saved keys that are not simply in force; null where there is nothing. */
export const storedWords: Readonly<Record<SetupSource['stored'], string | null>> = {
  none: null,
  in_force: null,
  behind_environment: 'The environment sets these keys and wins; the ones saved here are not used.',
  unreadable:
    'The saved keys can’t be opened: SECRETS_KEY is another one now. Save them again, or delete them.',
};

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** What was used, and of how much. */
export function usageWords({ unit, period, used, cap }: SetupSource['uses'][number]): string {
  const figure = (amount: number) => (unit === 'usd' ? dollars(amount) : amount.toLocaleString('en-US'));
  const what = unit === 'usd' ? 'spent' : used === 1 ? 'call' : 'calls';
  const when = period === 'day' ? 'today' : 'this month';
  return `${figure(used)} ${what} ${when}, ${cap === null ? 'no cap' : `cap ${figure(cap)}`}`;
}

const FORM_WORDS: Readonly<Record<CalibrationForm, string>> = {
  first_values: 'as first values',
  slope_and_offset: 'by slope and offset',
  beta: 'by a beta curve',
  isotonic: 'by steps',
};

/** How what the model sees is weighed, and by what; null where photos are not looked at. */
export function ratesWords({ rates }: Pick<SetupSource, 'rates'>): string | null {
  if (rates === null) return null;
  const { in_use, file } = rates;
  if (file === null) return 'first values; this model was not measured (VISION_RATES)';
  const { model, prompt_version, dated, lots, labels, form } = file;
  const counted = (count: number, noun: string) =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
  const measured = `measured ${dated}, ${model} with prompts ${prompt_version}, ${counted(lots, 'lot')}, confidence ${form === null ? '' : `${FORM_WORDS[form]} `}from ${counted(labels, 'labeled finding')}`;
  return in_use
    ? `VISION_RATES: ${measured}`
    : `first values; VISION_RATES is of another model or other prompts (${measured})`;
}

export const TEST_WORDS: Readonly<
  Record<NonNullable<SetupSource['test']>, { ask: string; label: string | null }>
> = {
  photo: { ask: 'Test on a sample photo', label: null },
  vin: { ask: 'Test a VIN', label: 'VIN' },
  number: { ask: 'Test a number', label: 'OEM number' },
  vin_or_number: { ask: 'Test a VIN or lot number', label: 'VIN or lot number' },
};

type Found = NonNullable<TestedSource['found']>;
const listed = (parts: readonly (string | number | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');
const SIDES: Readonly<Record<string, string>> = { left: 'left ', right: 'right ' };

/** What a test found: a sentence, and lines under it. */
export function foundWords(found: Found): { sentence: string; lines: string[] } {
  switch (found.kind) {
    case 'damage': {
      const cost = found.usd === null ? 'cost not known' : dollars(found.usd);
      const parts = found.parts.map(({ name, side }) => `${SIDES[side] ?? ''}${name}`);
      return {
        sentence: `${found.model} found ${parts.length === 0 ? 'no damage' : `damage on ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`} on the sample photo in ${found.seconds} s (${cost}).`,
        lines: parts,
      };
    }
    case 'numbers':
      return {
        sentence: `${found.car}, ${found.by_vin ? 'found by its VIN' : 'found by its model and year'}: ${found.groups} groups of parts that a collision reaches.`,
        lines: found.examples.map(({ group, name, number }) => `${number} · ${name} (${group})`),
      };
    case 'vehicle':
      return {
        sentence: listed([found.year, found.make, found.model, found.trim]),
        lines: found.engine === null ? [] : [found.engine],
      };
    case 'offers':
      return {
        sentence: `${found.count} ${found.count === 1 ? 'offer' : 'offers'}${found.low === null || found.high === null ? '' : `, ${dollars(found.low)} to ${dollars(found.high)}`}.`,
        lines: [],
      };
    case 'lots':
      return {
        sentence: `${found.lots.length} ${found.lots.length === 1 ? 'lot' : 'lots'} found.`,
        lines: found.lots.map(
          ({ name, site, lot_number, photos }) =>
            `${name ?? 'Vehicle'}, ${listed([site, lot_number])}, ${photos} ${photos === 1 ? 'photo' : 'photos'}`,
        ),
      };
  }
}
