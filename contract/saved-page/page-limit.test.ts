import { expect, test } from 'vitest';
import { isTooLarge, MOST_PAGE, PDF_PAGE } from './page-limit.ts';

const pdfOf = (bytes: number): string => PDF_PAGE + Buffer.alloc(bytes).toString('base64');

test('a PDF may have as many bytes as a text has characters', () => {
  expect([isTooLarge('x'.repeat(MOST_PAGE)), isTooLarge('x'.repeat(MOST_PAGE + 1))]).toEqual([false, true]);
  expect([isTooLarge(pdfOf(MOST_PAGE)), isTooLarge(pdfOf(MOST_PAGE + 3))]).toEqual([false, true]);
});
