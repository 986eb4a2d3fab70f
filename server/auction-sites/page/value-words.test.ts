import { expect, test } from 'vitest';
import { inEnglishValues } from './value-words.ts';

const read = (
  primary_damage: string | null,
  secondary_damage: string | null = null,
  loss_type: string | null = null,
) => inEnglishValues({ primary_damage, secondary_damage, loss_type });

test.each([
  ['Передняя часть', 'Front end'],
  ['ПРАВАЯ СТОРОНА', 'Right side'],
  ['Незначительные вмятины / царапины', 'Minor dent/scratches'],
  ["Невеликі подряпини і вм'ятини", 'Minor dent/scratches'],
  ['Ліва передня частина', 'Left front'],
  ['Lewy przód', 'Left front'],
  ['Dachowanie', 'Rollover'],
  ['Priekis', 'Front end'],
  ['Kruša', 'Hail'],
  ['Parte delantera', 'Front end'],
  ['Agua/Inundación', 'Water/flood'],
])('%s is %s, and stays beside it', (listed, english) => {
  expect(read(listed)).toEqual({
    primary_damage: english,
    secondary_damage: null,
    loss_type: null,
    listed_words: { primary_damage: listed },
  });
});

test('a loss has words of its own', () => {
  expect(read('Град', 'Нет', 'Столкноевение')).toEqual({
    primary_damage: 'Hail',
    secondary_damage: null,
    loss_type: 'Collision',
    listed_words: { primary_damage: 'Град', secondary_damage: 'Нет', loss_type: 'Столкноевение' },
  });
});

test('English and unknown words stay as they are', () => {
  expect(read('FRONT END', 'Перед лівий кут', 'Collision')).toEqual({
    primary_damage: 'FRONT END',
    secondary_damage: 'Перед лівий кут',
    loss_type: 'Collision',
    listed_words: null,
  });
});
