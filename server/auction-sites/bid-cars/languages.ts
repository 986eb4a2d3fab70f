import type { BID_CARS_LABELS } from './facts.ts';

/**
 * The rows of a lot page in the site's other languages (pl, ru, ua), several spellings where
 * translations differ. Our own translations of the English labels, not taken from the site's pages: a label written otherwise
 * is simply not read.
 */
const TRANSLATED: Partial<Record<(typeof BID_CARS_LABELS)[number], readonly string[]>> = {
  Lot: ['Лот'],
  Seller: ['Sprzedawca', 'Sprzedający', 'Продавец', 'Продавець'],
  'Sale Document': [
    'Dokument sprzedaży',
    'Dokument',
    'Документ продажи',
    'Документ о продаже',
    'Документ продажу',
    'Документ про продаж',
    'Документ',
    'Документы',
    'Документи',
  ],
  Loss: ['Szkoda', 'Rodzaj szkody', 'Ущерб', 'Тип ущерба', 'Потеря', 'Збиток', 'Тип збитку', 'Втрата'],
  'Primary damage': [
    'Główne uszkodzenie',
    'Uszkodzenie główne',
    'Pierwsze uszkodzenie',
    'Основное повреждение',
    'Первичное повреждение',
    'Основне пошкодження',
    'Первинне пошкодження',
  ],
  'Secondary damage': [
    'Dodatkowe uszkodzenie',
    'Uszkodzenie dodatkowe',
    'Drugie uszkodzenie',
    'Uszkodzenie wtórne',
    'Дополнительное повреждение',
    'Вторичное повреждение',
    'Додаткове пошкодження',
    'Вторинне пошкодження',
  ],
  Odometer: ['Przebieg', 'Licznik', 'Пробег', 'Одометр', 'Пробіг'],
  'Start code': [
    'Kod startu',
    'Kod startowy',
    'Стартовый код',
    'Код запуска',
    'Код старта',
    'Стартовий код',
    'Код запуску',
  ],
  Key: ['Klucz', 'Kluczyk', 'Kluczyki', 'Ключ', 'Ключи', 'Ключі'],
  'Exterior color': [
    'Kolor nadwozia',
    'Kolor zewnętrzny',
    'Kolor',
    'Цвет кузова',
    'Внешний цвет',
    'Цвет',
    'Колір кузова',
    'Зовнішній колір',
    'Колір',
  ],
  Engine: ['Silnik', 'Двигатель', 'Двигун'],
  Transmission: ['Skrzynia biegów', 'Коробка передач', 'Трансмиссия', 'Трансмісія'],
  'Fuel Type': ['Rodzaj paliwa', 'Paliwo', 'Тип топлива', 'Топливо', 'Тип палива', 'Паливо'],
  'Drive Type': ['Rodzaj napędu', 'Napęd', 'Тип привода', 'Привод', 'Тип приводу', 'Привід'],
  Location: ['Lokalizacja', 'Местоположение', 'Расположение', 'Місцезнаходження', 'Розташування', 'Локація'],
};

const byWords = new Map(
  Object.entries(TRANSLATED).flatMap(([label, names]) =>
    names.map((name): [string, string] => [name.toLowerCase(), label]),
  ),
);
const longestFirst = [...byWords.keys()].toSorted((a, b) => b.length - a.length);
const STARTS = new RegExp(`^(${longestFirst.join('|')})(?=$|\\s*:|\\s)`, 'iu');

/** A line with its label in English; one that begins with no known label as it is. */
export const inEnglish = (line: string): string =>
  line.replace(STARTS, (words) => byWords.get(words.toLowerCase()) ?? words);

/** What the pages say of a lot whose auction is over, in all their languages. */
export const ARCHIVED = /watching archived offer|auction ended on|archiwaln|архивн|архівн/iu;
