import { describe, expect, it } from 'vitest';
import { SAMPLE_STATEMENT } from './sample-statement.ts';

const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);

describe('SAMPLE_STATEMENT', () => {
  it('adds up to the cent, at the rate that its lines name', () => {
    const { lines, counts } = SAMPLE_STATEMENT;
    for (const { net, rate, commission } of lines)
      expect(cents(commission)).toBe(Math.round((cents(net) * Number.parseFloat(rate)) / 100));
    const total = counts.find(({ label }) => label === 'Commission')?.value ?? '';
    expect(cents(total)).toBe(lines.reduce((sum, { commission }) => sum + cents(commission), 0));
  });

  it('says which of its lines goes back on which', () => {
    expect(SAMPLE_STATEMENT.lines.map(({ what }) => what)).toEqual(['Sale', 'Sale', 'Return of line 1']);
  });
});
