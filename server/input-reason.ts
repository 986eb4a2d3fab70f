import type { z } from 'zod';
import { type AppError, invalidInput } from './errors.ts';

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
  date: 'a date',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'a UUID',
  date: 'a day such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T08:00:00Z',
  base64: 'base64',
};

/** The value at a path; undefined: nothing is there. */
const valueAt = (input: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );

/** The unit of a bound: characters of a text, entries of a list, nothing for a number. */
const unitOf = (origin: string, count: number | bigint): string =>
  origin === 'string'
    ? ` ${count === 1 ? 'character' : 'characters'}`
    : origin === 'array' || origin === 'set'
      ? ` ${count === 1 ? 'entry' : 'entries'}`
      : '';

/** What is wrong with a value, as the rest of a sentence that begins with its field; null: no more is known. */
function reasonOf(issue: Issue, input: unknown): string | null {
  switch (issue.code) {
    case 'invalid_type':
      if (valueAt(input, issue.path) === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      if (valueAt(input, issue.path) === undefined) return 'is missing';
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is empty';
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] === undefined
        ? 'is not in the right form'
        : `must be ${FORMATS[issue.format]}`;
    case 'invalid_union':
      return valueAt(input, issue.path) === undefined ? 'is missing' : 'has none of the allowed forms';
    default:
      return null;
  }
}

/**
 * What a schema found wrong with an input, as validation_error with the field and the reason. A sentence of the schema's own goes
 * first; only the first issue is reported.
 */
export function inputFault(issues: readonly Issue[], input: unknown): AppError {
  const [issue] = issues;
  if (issue === undefined) return invalidInput('', '');
  const field = issue.path.join('.');
  if (issue.message !== '') return invalidInput(issue.message, field);
  if (issue.code === 'unrecognized_keys') {
    const unknown = [...issue.path, issue.keys[0]].join('.');
    return invalidInput(`The field ${unknown} is not known here.`, unknown);
  }
  const reason = reasonOf(issue, input);
  const subject = field === '' ? 'The request' : `The field ${field}`;
  return invalidInput(reason === null ? '' : `${subject} ${reason}.`, field);
}
