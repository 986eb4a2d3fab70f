import { expect, test } from 'vitest';
import { isHeldBack, isInHouse } from './third-party.ts';
import { createVisionClient } from './vision/provider.ts';

test.each(['ODOM', 'VINS'])('a photo labeled %s is held back', (label) => {
  expect(isHeldBack({ label })).toBe(true);
});

test.each(['DSFA', 'CKPT', 'ENGN', 'DIRF', 'SUVN', '', null])('a photo labeled %o is not', (label) => {
  expect(isHeldBack({ label })).toBe(false);
});

test.each([
  'http://127.0.0.1:11434',
  'http://[::1]:8000/v1',
  'http://[::ffff:10.0.0.5]:8000/v1',
  'http://localhost:8080/v1',
  'http://vision:11434',
  'http://host.docker.internal:11434',
  'http://10.0.0.5:11434',
  'http://192.168.1.20/v1',
])('%s is in house', (address) => {
  expect(isInHouse(address)).toBe(true);
});

test.each([
  'https://api.openai.com/v1',
  'http://8.8.8.8:11434',
  'http://[2606:4700::1111]/v1',
  'https://localhost.example.com/v1',
  'https://internal.example/v1',
])('%s is a third party’s', (address) => {
  expect(isInHouse(address)).toBe(false);
});

test.each([
  ['qwen3-vl:8b-instruct', true],
  ['qwen3-vl:235b-cloud', false],
  ['kimi-k2.5:cloud', false],
])('%s, asked for at an Ollama of this machine, is in house: %s', (model, in_house) => {
  const client = createVisionClient({
    provider: 'openai_compatible',
    model,
    base_url: 'http://127.0.0.1:11434/v1',
    fetch: globalThis.fetch,
  });
  expect(client.in_house).toBe(in_house);
});
