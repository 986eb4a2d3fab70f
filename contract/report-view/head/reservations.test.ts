import { describe, expect, test } from 'vitest';
import type { Estimate, EstimateLine } from '../../schemas/estimate.ts';
import { reservationsOf } from './reservations.ts';

const gap = (step: 'download_images' | 'detect_damaged_parts', message: string) => ({
  step,
  code: 'x',
  message,
});
/** A report that writes no part. */
const unwritten = { estimate: { lines: [] }, vehicle: { make: 'BMW', make_key: 'bmw' } } as const;
/** A lot of whose photos nothing was read. */
const unread = { lot: { vin: null, odometer: null, mileage: null }, lot_origin: 'fetched' } as const;
const of = (gaps: ReturnType<typeof gap>[], conflicts: string[]) =>
  reservationsOf({
    ...unwritten,
    gaps,
    ...unread,
    detection: { conflicts: conflicts.map((detail) => ({ kind: 'side', detail })) },
  }).head;

describe('what a reader must know', () => {
  test('what the examination could not do comes first, then contradictions, then other gaps', () => {
    const said = of(
      [gap('download_images', 'A photo is missing.'), gap('detect_damaged_parts', 'The model failed.')],
      ['The photos show the other side.'],
    );
    expect(said).toEqual(['The model failed.', 'The photos show the other side.', 'A photo is missing.']);
  });

  test('a listing that contradicts itself is a red flag before all else, with both readings', () => {
    const contradictions = [{ fact: 'primary_damage' as const, readings: ['Front end', 'Minor dent'] }];
    expect(
      reservationsOf({
        ...unwritten,
        gaps: [gap('detect_damaged_parts', 'The model failed.')],
        ...unread,
        lot: { ...unread.lot, contradictions },
        detection: { conflicts: [] },
      }).head,
    ).toEqual([
      'Red flag: the listing contradicts itself on primary damage: it says “Front end” and “Minor dent”.',
      'The model failed.',
    ]);
  });

  test('nothing is said twice', () => {
    expect(of([gap('detect_damaged_parts', 'Once.'), gap('download_images', 'Once.')], ['Once.'])).toEqual([
      'Once.',
    ]);
  });

  test('which set-up would have given numbers comes last where no part has one, for who reads', () => {
    const report = {
      estimate: {
        lines: [
          { standing: 'scope' as const, oem_numbers: [], oem_missing: { code: 'not_listed' as const } },
        ],
      },
      vehicle: { make: 'BMW', make_key: 'bmw' as const },
      number_sources: [{ source: 'sellers' as const, on: false, covers: true }],
      gaps: [gap('download_images', 'A photo is missing.')],
      ...unread,
      detection: { conflicts: [] },
    };
    expect(reservationsOf(report).head).toEqual([
      'A photo is missing.',
      'Its part has no OEM number. What covers BMW and is off here: numbers stated by eBay sellers.',
    ]);
    expect(reservationsOf(report, 'operator').head[1]).toMatch(/In Setup you can turn on/);
  });

  test('which set-up would have given numbers stands among the notes where other parts have one', () => {
    const numbered = {
      standing: 'scope',
      oem_numbers: [{ number: '51110000000' }],
    } as unknown as EstimateLine;
    const open = { ...numbered, oem_numbers: [], oem_missing: { code: 'not_listed' as const } };
    const { head, beyond } = reservationsOf({
      estimate: { lines: [numbered, open] },
      vehicle: { make: 'BMW', make_key: 'bmw' },
      number_sources: [{ source: 'sellers', on: false, covers: true }],
      gaps: [],
      ...unread,
      detection: { conflicts: [] },
    });
    expect(head).toEqual([]);
    expect(beyond).toEqual([expect.stringMatching(/^1 of 2 parts has no OEM number\. What covers BMW/)]);
  });
});

test('photos that disagree about a part are said until its user says how it is', () => {
  const part = { category: 'hood', side: 'none', position: 'front' } as const;
  const fact = { code: 'photos_disagree', part, damaged_on: [1], whole_on: [2, 3] } as const;
  const said = (evidence: Estimate['evidence']) =>
    reservationsOf({
      ...unwritten,
      estimate: { lines: [], ...(evidence ? { evidence } : {}) },
      gaps: [],
      ...unread,
      detection: {
        conflicts: [
          {
            kind: fact.code,
            fact: { ...fact, damaged_on: [...fact.damaged_on], whole_on: [...fact.whole_on] },
          },
        ],
      },
    }).head;
  expect(said([])).toEqual([
    'Photos disagree about the front hood: damaged on photo 1, undamaged on photos 2 and 3. Confirm it.',
  ]);
  const answer = { id: 'answer:0', kind: 'part_answer' as const, says: 'damaged', moves: 0 };
  expect(said([{ ...answer, part: { ...part, name: null } }])).toEqual([]);
});
