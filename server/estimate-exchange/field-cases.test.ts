import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { keepableParts } from './keepable-parts.ts';
import { type EstimateFile, readEstimate } from './read-estimate.ts';

const FOLDER = new URL('../../tests/fixtures/estimates/', import.meta.url);

/** An EMS set by its folder, or one file. */
function filesOf(name: string): EstimateFile[] {
  const at = new URL(name, FOLDER);
  const names = statSync(at).isDirectory() ? readdirSync(at).map((file) => `${name}/${file}`) : [name];
  return names.map((file) => ({ name: file, bytes: readFileSync(new URL(file, FOLDER)) }));
}

const counted = ({ lines }: ImportedEstimate) => lines.filter(({ counts }) => counts);
const parts = (estimate: ImportedEstimate): number =>
  counted(estimate).reduce((sum, { part }) => sum + (part?.price ?? 0) * (part?.quantity ?? 0), 0);

describe('an estimate from the field', () => {
  test.each([
    ['ems-no-line-numbers', 2, 730],
    ['ems-deleted-line', 2, 460],
    ['bms-prior-damage.xml', 1, 250],
    ['ems-foxpro-table', 1, 250],
    ['bms-audatex-wrapped.xml', 1, 250],
    ['ems-included', 4, 250],
    ['ems-misc', 5, 360],
  ])('%s has %i lines that count and $%i of parts', async (name, lines, dollars) => {
    const estimate = await readEstimate(filesOf(name));
    expect([counted(estimate).length, parts(estimate)]).toEqual([lines, dollars]);
  });

  test('keeps no OEM number of a line that does not count', async () => {
    const { parts: kept } = keepableParts(await readEstimate(filesOf('bms-prior-damage.xml')));
    expect(kept.map(({ number }) => number)).toEqual(['04711TBAA00ZZ']);
  });

  test('shows the lines that do not count, with what their file says', async () => {
    const marks = async (name: string) =>
      (await readEstimate(filesOf(name))).lines
        .filter(({ counts }) => !counts)
        .map(({ description, state, damage }) => [description, state, damage]);
    expect(await marks('ems-deleted-line')).toEqual([['RT Headlamp assy', 'deleted', 'this_loss']]);
    expect(await marks('bms-prior-damage.xml')).toEqual([
      ['L Quarter Outer Panel', 'original', 'prior'],
      ['L Rear Door Shell', 'original', 'unrelated'],
    ]);
  });

  test('reports a total that its lines can’t come to', async () => {
    const { differences } = await readEstimate(filesOf('ems-foxpro-table'));
    expect(differences).toEqual([{ figure: 'total', file: 950, lines: 250 }]);
  });
});
