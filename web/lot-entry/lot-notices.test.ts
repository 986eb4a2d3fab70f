import { describe, expect, test } from 'vitest';
import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { scrapeNotice } from './lot-notices.tsx';

const noData = (code: 'source_blocked' | 'extraction_failed') =>
  new ApiError(422, {
    message: NO_DATA_MESSAGE,
    detail: NO_DATA_MESSAGE,
    code,
    details: code === 'source_blocked' ? { reason: 'The site refused.' } : {},
  });

describe('a lot that could not be read', () => {
  test('at Copart advises bid.cars', () => {
    expect(scrapeNotice(noData('source_blocked'), 'copart').title).toBe(
      'Copart Support Limited (try bid.cars)',
    );
  });
  test('at IAAI says that support is limited', () => {
    expect(scrapeNotice(noData('source_blocked'), 'iaai').title).toBe('IAAI Support Limited');
  });
  test('at bid.cars asks to verify the address', () => {
    expect(scrapeNotice(noData('extraction_failed'), 'bid.cars')).toEqual({
      title: 'Data Extraction Error',
      text: 'Could not extract data from this auction link. Please verify the URL and try again.',
    });
  });
  test('names the reason after the sentence', () => {
    expect(scrapeNotice(noData('source_blocked'), 'bid.cars').text).toContain('refused');
  });
  test('is known by its code, whatever its sentence', () => {
    const error = new ApiError(422, { message: 'Reworded.', code: 'layout_changed' });
    expect(scrapeNotice(error, 'iaai').title).toBe('IAAI Support Limited');
  });
  test('shows any other message as it is', () => {
    const error = new ApiError(429, { message: 'Too many attempts.', code: 'rate_limited' });
    expect(scrapeNotice(error, 'copart')).toEqual({
      title: 'Data Extraction Error',
      text: 'Too many attempts.',
    });
  });
});
