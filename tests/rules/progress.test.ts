import { describe, expect, it } from 'vitest';
import { createProgress } from '../../scripts/progress.mjs';

const STEP = { doing: 'Installing packages', done: 'Packages installed' };
const OTHER = { doing: 'Installing Node 24', done: 'Node 24 installed' };

function shown(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY, columns: 60, write: (text: string) => void written.push(text) };
  const progress = createProgress(stream, () => time);
  const pass = (ms: number): void => {
    time += ms;
  };
  return { progress, text: () => written.join(''), pass };
}

describe('the progress of a start', () => {
  it('is plain lines outside a terminal', async () => {
    const { progress, text, pass } = shown(false);
    await progress.during(STEP, async () => pass(31_000));
    expect(text()).toBe('Installing packages …\nPackages installed (31 s)\n');
  });

  it('names all steps that run in one moving line in a terminal', () => {
    const { progress, text, pass } = shown(true);
    progress.begin(STEP);
    pass(4_000);
    const end = progress.begin(OTHER);
    expect(text()).toContain('Installing packages, Installing Node 24 … 4 s\r');
    pass(2_000);
    end(true);
    expect(text()).toContain('✓ Node 24 installed (2 s)\n');
    expect(text()).toMatch(/Installing packages … 6 s\r$/);
  });

  it('leaves the line empty when the last step ends', () => {
    const { progress, text } = shown(true);
    progress.begin(STEP)(false);
    expect(text().endsWith('\r\u001b[2K')).toBe(true);
  });

  it('writes no end for a step that failed', async () => {
    const { progress, text } = shown(false);
    await expect(progress.during(STEP, () => Promise.reject(new Error('no network')))).rejects.toThrow(
      'no network',
    );
    expect(text()).toBe('Installing packages …\n');
  });

  it('fits the width of the terminal', () => {
    const { progress, text } = shown(true);
    progress.begin({ ...STEP, doing: 'x'.repeat(200) });
    expect(text().length).toBeLessThan(70);
  });
});
