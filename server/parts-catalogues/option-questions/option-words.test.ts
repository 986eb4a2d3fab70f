import { describe, expect, test } from 'vitest';
import type { Asked } from '../../../contract/facts/number-facts.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import {
  answerText,
  narrowedWords,
  questionText,
  toldWords,
} from '../../../contract/report-view/words/option-questions.ts';
import { OPTION_CHOICES, OPTION_FLAGS } from './applicability-words.ts';

const asking = (asked: Asked, ...ids: string[]): OptionQuestion => ({
  id: 'q',
  asked,
  answers: ids.map((id) => ({ id, leaves: {} })),
  said: [],
  known: null,
  answered: null,
});
const said = (asked: Asked, ...ids: string[]): string[] => {
  const question = asking(asked, ...ids);
  return [questionText(question), ...ids.map((id) => answerText(question, id))];
};

describe('option questions in words', () => {
  test('an option is asked for by name, with and without it', () => {
    expect(said({ code: 'has', option: 'sunroof' }, 'yes', 'no')).toEqual([
      'Sunroof?',
      'With a sunroof',
      'Without a sunroof',
    ]);
  });

  test('every option and every choice that is asked has words of its own', () => {
    for (const { id } of OPTION_FLAGS) {
      const [text, yes] = said({ code: 'has', option: id }, 'yes');
      expect(text, id).toMatch(/^[A-Z].*\?$/);
      expect(yes, id).toMatch(/^With (?!\w+_)/);
    }
    for (const { id } of OPTION_CHOICES)
      expect(said({ code: 'which', option: id }, 'other'), id).toEqual([
        expect.stringMatching(/^[A-Z].*\?$/),
        expect.stringMatching(/^(?:Another one|None of these)$/),
      ]);
  });

  test.each([
    ['package', 'm-sport lines f-sport s-line r-line n-line nismo trd a-spec type-r luxury off-road'],
    ['lamps', 'laser led xenon halogen'],
    ['drive', 'awd fwd'],
    ['body', 'sedan coupe convertible hatchback wagon'],
    ['fuel', 'hybrid bev diesel gasoline'],
    ['engine', '2.5L'],
  ])('every answer to %s has a name', (option, text) => {
    const ids = OPTION_CHOICES.find(({ id }) => id === option)?.find(text) ?? [];
    expect(ids.length).toBeGreaterThanOrEqual(text.split(' ').length);
    for (const name of said({ code: 'which', option }, ...ids).slice(1))
      expect(name).toMatch(/^(?:[A-Z][\w ()/,-]+|2\.5 liter)$/);
  });

  test('a month and a model year are asked as bounds', () => {
    expect(said({ code: 'built_from', month: '2019-03' }, 'yes', 'no')).toEqual([
      'Built from 03/2019?',
      'In 03/2019 or later',
      'Before 03/2019',
    ]);
    expect(said({ code: 'year_from', year: 2019 }, 'yes', 'no')).toEqual([
      'Model year 2019 or later?',
      '2019 or later',
      'Before 2019',
    ]);
  });

  test('who told an answer is the VIN or the user', () => {
    expect(toldWords({ told: { code: 'vin', says: '2.5L 4-cylinder' } })).toBe(
      'The VIN says 2.5L 4-cylinder',
    );
    expect(toldWords({ told: { code: 'vin_year', year: 2019 } })).toBe('The VIN says model year 2019');
    expect(toldWords({ told: { code: 'user' } })).toBe('Answered by the user');
  });

  test('numbers are narrowed by an answer or by a choice', () => {
    const answered = {
      asked: { code: 'has', option: 'fog_lamps' },
      answer: 'no',
      told: { code: 'user' },
    } as const;
    expect(narrowedWords({ by: 'user', answered })).toBe(
      'Fog lamps? Without fog lamps (Answered by the user)',
    );
    expect(narrowedWords({ by: 'user', chosen: true })).toBe('Chosen by the user');
  });

  test('a question of schema_version 1 says the words it stores', () => {
    const { asked: _, ...stored } = asking({ code: 'has', option: 'fog_lamps' });
    const question = {
      ...stored,
      text: 'Fog lamps?',
      answers: [{ id: 'yes', text: 'With them', leaves: {} }],
    };
    expect([questionText(question), answerText(question, 'yes')]).toEqual(['Fog lamps?', 'With them']);
    expect(toldWords({ because: 'You answered this' })).toBe('You answered this');
    expect(narrowedWords({ by: 'vin', because: 'The VIN says so' })).toBe('The VIN says so');
  });
});
