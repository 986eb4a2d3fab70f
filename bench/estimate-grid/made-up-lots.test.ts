import { expect, test } from 'vitest';
import { readFrozenLots } from './frozen-answers.ts';
import { madeUpLots } from './made-up-lots.ts';
import { STATES, VOCABULARY } from './vocabulary.ts';

const frozen = readFrozenLots();

test('the frozen lots are the made-up lots', () => {
  expect(frozen.map(({ lot }) => lot)).toEqual(madeUpLots());
});

test('every frozen answer is a range around its likely figure', () => {
  expect(
    frozen.filter(({ answer: { low, likely, high } }) => !(0 < low && low <= likely && likely <= high)),
  ).toEqual([]);
});

test('each site has a lot of every damage word, title, condition and of every state', () => {
  for (const [site, words] of Object.entries(VOCABULARY)) {
    const lots = frozen.map(({ lot }) => lot).filter((lot) => lot.site === site);
    expect(new Set(lots.map((lot) => lot.primary_damage))).toEqual(
      new Set([...words.damage, ...words.usual.map(([word]) => word)]),
    );
    expect(new Set(lots.map((lot) => lot.title))).toEqual(new Set(words.titles));
    expect(new Set(lots.map((lot) => lot.run_condition))).toEqual(new Set(words.run));
    expect(new Set(lots.map((lot) => lot.keys))).toEqual(new Set(words.keys));
    expect(new Set(lots.map((lot) => lot.airbags))).toEqual(new Set(words.airbags));
    expect(new Set(lots.map((lot) => lot.state))).toEqual(new Set([...STATES, null]));
  }
});
