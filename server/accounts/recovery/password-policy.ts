import { SITES } from '../../../contract/sites.ts';
import { AppError } from '../../errors.ts';

/** The most used passwords of public leaks, as @zxcvbn-ts/language-common (MIT) ships them; 17,950 have 8 characters or more. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
/** Read with the first password that is chosen. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Words of this service that everybody would try first. */
const OUR_WORDS = ['lotlens', 'bidcars', ...Object.values(SITES).map(({ name }) => name.toLowerCase())];
const MIN_WORD = 3;
/** What must remain of a password once the account's own words are taken out. */
const MIN_REST = 3;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Names, and the parts of the address: what a stranger knows of an account. */
function wordsOf(person: { email: string; first_name: string; last_name: string }): string[] {
  const [local = '', host = ''] = folded(person.email).split('@');
  const words = [
    person.first_name,
    person.last_name,
    local,
    ...local.split(/[.+_-]/),
    host.split('.')[0] ?? '',
  ];
  return [...OUR_WORDS, ...words.flatMap((word) => [folded(word), folded(word).replaceAll(/\s/g, '')])]
    .filter((word) => word.length >= MIN_WORD)
    .sort((a, b) => b.length - a.length);
}

/** True when nothing but the account's own words, digits and signs is left: `anna1984!` for Anna. */
function isOwnWords(password: string, person: Parameters<typeof wordsOf>[0]): boolean {
  const rest = wordsOf(person).reduce((left, word) => left.replaceAll(word, ''), password);
  return rest !== password && (rest.match(/\p{L}/gu) ?? []).length < MIN_REST;
}

/** Throws validation_error for a password that is on every attacker's list. Length is the contract's matter. */
export async function refuseGuessable(
  password: string,
  person: { email: string; first_name: string; last_name: string },
): Promise<void> {
  const text = folded(password);
  common ??= readCommon();
  if ((await common).has(text)) {
    throw new AppError(
      'validation_error',
      'This password is one of the most common ones. Please choose another.',
      {
        details: { field: 'password', reason: 'common_password' },
      },
    );
  }
  if (isOwnWords(text, person)) {
    throw new AppError(
      'validation_error',
      'This password is too easy to guess from your name, your email address or our name. Please choose another.',
      { details: { field: 'password', reason: 'own_words' } },
    );
  }
}
