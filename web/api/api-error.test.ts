import { describe, expect, test } from 'vitest';
import { ApiError, messageOf } from './api-error.ts';

describe('what people read of an error (docs/product.md)', () => {
  test('no answer at all', () => {
    expect(new ApiError(0, null).message).toBe('A network error occurred or the server is unreachable.');
  });
  test('an answer without a message', () => {
    expect(new ApiError(500, null).message).toBe('An API error occurred.');
  });
  test('detail stands in for a missing message', () => {
    expect(new ApiError(400, { detail: 'No such lot.' }).message).toBe('No such lot.');
  });
  test('a list in detail is read entry by entry', () => {
    const detail = [{ loc: ['body', 'vin'], msg: 'A VIN has 17 characters.' }, { msg: 'Enter a lot.' }];
    const body = JSON.parse(JSON.stringify({ detail }));
    expect(new ApiError(422, body).message).toBe('A VIN has 17 characters. Enter a lot.');
    expect(new ApiError(422, JSON.parse('{"detail":[{"loc":[1]}]}')).message).toBe('An API error occurred.');
  });
  test('a validation error says so', () => {
    expect(new ApiError(400, { message: 'Email is not valid.', code: 'validation_error' }).message).toBe(
      'Validation failed: Email is not valid.',
    );
  });
  test('a wrong old password has its own sentence', () => {
    const body = {
      message: 'x',
      code: 'authentication_failed' as const,
      details: { field: 'old_password' },
    };
    expect(new ApiError(400, body).message).toBe('Incorrect current password.');
  });
  test('the screen’s fallback stands in where the server gave no sentence', () => {
    expect(messageOf(new ApiError(500, null), 'Registration failed. Please try again.')).toBe(
      'Registration failed. Please try again.',
    );
    expect(messageOf(new ApiError(429, { message: 'Too many attempts.' }), 'x')).toBe('Too many attempts.');
  });
});
