import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, ENVIRONMENT_KEYS, readConfig } from './config.ts';

const example = fs.readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8');
const documented = Object.fromEntries(
  [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
);

describe('the environment', () => {
  test('every setting stands in .env.example and nothing else does', () => {
    expect(Object.keys(documented).sort()).toEqual([...ENVIRONMENT_KEYS].sort());
  });

  test('the example gives the same configuration as an empty environment', () => {
    expect(readConfig(documented)).toEqual(readConfig({}));
  });

  test('all faults are named at once', () => {
    expect(() => readConfig({ PORT: 'abc', ROLE: 'boss', SUPPORT_EMAIL: 'nobody' })).toThrow(
      /PORT.*ROLE.*SUPPORT_EMAIL/s,
    );
  });

  test('an empty value counts as absent', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000);
  });

  test('production refuses to start without PUBLIC_URL', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(ConfigError);
  });

  test('samples are off in production unless asked for', () => {
    expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://lotlens.example' }).samples).toBe(false);
    expect(readConfig({}).samples).toBe(true);
  });

  test('PUBLIC_URL is kept as an origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://lotlens.example/app/' }).publicUrl).toBe(
      'https://lotlens.example',
    );
  });

  const PACK = { id: 'pack-10', name: '10 reports', reports: 10, price: 90.5 };

  test('plans are read from the setting, and from a file it names', () => {
    const read = [{ ...PACK, every: null }];
    expect(readConfig({ PLANS: JSON.stringify([PACK]) }).PLANS).toEqual(read);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-plans-'));
    try {
      const file = path.join(folder, 'plans.json');
      fs.writeFileSync(file, JSON.stringify([PACK]));
      expect(readConfig({ PLANS: file }).PLANS).toEqual(read);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['of no file', './no-such-plans.json'],
    ['under one id', JSON.stringify([PACK, PACK])],
    ['of a fraction of a cent', JSON.stringify([{ ...PACK, price: 9.999 }])],
    ['with a field nobody knows', JSON.stringify([{ ...PACK, currency: 'EUR' }])],
  ])('plans %s are refused', (_, PLANS) => {
    expect(() => readConfig({ PLANS })).toThrow(/PLANS/);
  });

  test('Stripe is refused without its webhook, and with nothing on sale', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_made_up', STRIPE_WEBHOOK_SECRET: 'whsec_made_up' };
    expect(() => readConfig({ STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY })).toThrow(
      /STRIPE_WEBHOOK_SECRET/,
    );
    expect(() => readConfig(stripe)).toThrow(/PLANS/);
    expect(readConfig({ ...stripe, PLANS: JSON.stringify([PACK]) }).PLANS).toHaveLength(1);
  });

  test('a vision provider without its model, address or key is refused', () => {
    expect(() => readConfig({ VISION_PROVIDER: 'openai_compatible' })).toThrow(
      /VISION_MODEL.*VISION_BASE_URL/,
    );
    expect(() => readConfig({ VISION_PROVIDER: 'google', VISION_MODEL: 'm' })).toThrow(/VISION_API_KEY/);
    expect(
      readConfig({
        VISION_PROVIDER: 'openai_compatible',
        VISION_MODEL: 'm',
        VISION_BASE_URL: 'http://127.0.0.1:8000/v1',
      }).VISION_MAX_USD_PER_REPORT,
    ).toBe(0.5);
  });

  test('without a vision provider a local model is looked for, but never in tests', () => {
    expect(readConfig({}).VISION_PROVIDER).toBe('auto');
    expect(readConfig({ NODE_ENV: 'test' }).VISION_PROVIDER).toBe('none');
    expect(readConfig({ NODE_ENV: 'test', VISION_PROVIDER: 'auto' }).VISION_PROVIDER).toBe('auto');
    expect(() => readConfig({ VISION_BASE_URL: 'http://127.0.0.1:8000/v1' })).toThrow(/VISION_PROVIDER/);
  });

  test('a model server that is named needs neither model nor address, and takes no key', () => {
    const named = { VISION_PROVIDER: 'ollama' };
    expect(readConfig({ ...named, VISION_BASE_URL: 'http://vision:11434' }).VISION_PROVIDER).toBe('ollama');
    expect(readConfig(named).VISION_BASE_URL).toBeUndefined();
    expect(() => readConfig({ ...named, VISION_API_KEY: 'k' })).toThrow(/openai_compatible/);
    expect(() => readConfig({ ...named, VISION_BASE_URL: 'http://vision:11434/v1' })).toThrow(
      /without a path/,
    );
  });

  test('one of the two vision prices alone is refused', () => {
    const google = { VISION_PROVIDER: 'google', VISION_MODEL: 'm', VISION_API_KEY: 'k' };
    expect(() => readConfig({ ...google, VISION_PRICE_IN: '2' })).toThrow(/VISION_PRICE_OUT/);
  });

  test('a key for notifications that is none is refused', () => {
    const key = Buffer.alloc(32, 7);
    expect(readConfig({ VAPID_PRIVATE_KEY: key.toString('base64url') }).VAPID_PRIVATE_KEY).toEqual(key);
    for (const none of [
      'short',
      Buffer.alloc(32).toString('base64url'),
      Buffer.alloc(33, 7).toString('base64url'),
    ])
      expect(() => readConfig({ VAPID_PRIVATE_KEY: none })).toThrow(/VAPID_PRIVATE_KEY/);
  });

  test('a page of the extension is told for the browsers that have one', () => {
    const chrome = 'https://chromewebstore.google.com/detail/lotlens';
    expect(readConfig({ EXTENSION_PAGES: JSON.stringify({ chrome }) }).EXTENSION_PAGES).toEqual({
      chrome,
      edge: null,
      firefox: null,
    });
    expect(() => readConfig({ EXTENSION_PAGES: '{"opera":"https://example.com"}' })).toThrow(
      /EXTENSION_PAGES/,
    );
  });

  test('broken JSON is a fault of its key', () => {
    expect(() => readConfig({ SOURCE_ORIGINS: '{' })).toThrow(/SOURCE_ORIGINS.*JSON/);
  });
});
