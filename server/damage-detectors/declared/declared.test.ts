import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeclaredDamage, detectionSchema } from '../../../contract/schemas/damage.ts';
import type { DetectInput } from '../detector.ts';
import { DAMAGE_WORDS } from './damage-codes.ts';
import { declaredDetector, detectDeclared } from './declared.ts';

const CATEGORY_IDS = readFileSync(
  new URL('../../categories/data/part-categories.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0] ?? '');

const input = (declared: Partial<DeclaredDamage>, more: Partial<DetectInput> = {}): DetectInput => ({
  vehicle: { year: 2019, make: 'BMW', model: '330i', body_class: 'sedan', fuel: 'Gasoline', engine: null },
  photos: [],
  declared: {
    site: 'copart',
    primary: null,
    secondary: null,
    run: null,
    airbags: null,
    title: null,
    loss_type: null,
    ...declared,
  },
  taxonomy: { version: 'part-categories-1', categories: CATEGORY_IDS },
  limits: { max_usd: 0.5, max_ms: 60_000, max_photos: 20 },
  signal: new AbortController().signal,
  ...more,
});
const unread = { index: 1, sha256: 'f'.repeat(64), width: 1024, height: 768, label: null };

describe('the declared detector', () => {
  it('answers in the contract’s shape and holds its invariants for every pair of words', () => {
    const words = Object.keys(DAMAGE_WORDS.iaai.words);
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.option(fc.constantFrom(...words)), (primary, secondary) => {
        const detection = detectDeclared(input({ site: 'iaai', primary, secondary }));
        expect(detectionSchema.parse(detection)).toEqual(detection);
        expect(detection.engine).toMatchObject({ id: 'declared', examined_photos: 0, usd: 0 });
        for (const finding of detection.findings) {
          expect(finding).toMatchObject({
            basis: 'declared',
            status: 'declared_estimate',
            evidence: [],
            severity: null,
            types: [],
          });
          expect(finding.probability).toBeGreaterThanOrEqual(0.02);
          expect(CATEGORY_IDS).toContain(finding.category);
        }
        const keys = detection.findings.map((entry) =>
          [entry.category, entry.side, entry.position, entry.name].join(),
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('says of each finding what it rests on', () => {
    const [first] = detectDeclared(input({ primary: 'FRONT END' })).findings;
    expect(first?.because).toMatchObject({
      from: { code: 'declared', words: ['FRONT END'] },
      looked: { state: 'not_examined' },
    });
  });

  it('gives its own name to a part the vocabulary does not have, only to be inspected', () => {
    const engine = detectDeclared(input({ primary: 'MECHANICAL' })).findings.find(
      (entry) => entry.name === 'Engine',
    );
    expect(engine).toMatchObject({ operation: 'inspect', probability: 0.45 });
  });

  it('says that damage is not declared', () => {
    const detection = detectDeclared(input({ primary: 'UNKNOWN' }));
    expect(detection.findings).toEqual([]);
    expect(detection.warnings).toEqual([]);
  });

  it('never reads a photo', async () => {
    const read = async (): Promise<Uint8Array> => {
      throw new Error('a photo was read');
    };
    const detection = await declaredDetector.detect(
      input({ primary: 'HAIL' }, { photos: [{ ...unread, read }] }),
    );
    expect(detection.engine.examined_photos).toBe(0);
    expect(detection.findings.length).toBeGreaterThan(0);
  });

  it('names no category the vehicle does not have', () => {
    const taxonomy = { version: 'part-categories-1', categories: ['hood'] };
    const { findings } = detectDeclared(input({ primary: 'FRONT END' }, { taxonomy }));
    expect(findings.map((entry) => entry.category)).toEqual(['hood']);
  });

  it('calls every zone unphotographed only where there is no photo', () => {
    const photos = [{ ...unread, read: async () => new Uint8Array() }];
    expect(detectDeclared(input({ primary: 'SIDE' })).zones_not_photographed).toContain('roof');
    expect(detectDeclared(input({ primary: 'SIDE' }, { photos })).zones_not_photographed).toEqual([]);
  });

  it('stops when aborted', async () => {
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(declaredDetector.detect(input({ primary: 'SIDE' }, { signal: aborted }))).rejects.toThrow(
      'enough',
    );
  });
});
