import { describe, expect, it } from 'vitest';
import { applyMutant, chooseMutants, isMutable, mutantsOf, OPERATORS, rowOf } from '../../scripts/mutants.ts';

const SOURCE = `import { save } from './save.ts';

type Level = 1 | 2;
export function check(hours: number, rush: boolean): boolean {
  if (hours < 8 && rush) return true;
  save(hours);
  log.info('checked');
  return hours === 3 ? false : rush;
}
`;
const mutants = mutantsOf('server/check.ts', SOURCE);

describe('mutants', () => {
  it('change each comparison, condition, constant and call, and no type', () => {
    const changes = mutants.map(({ operator, before, after }) => `${operator}: ${before} → ${after}`);
    expect(changes.sort()).toEqual(
      [
        'comparison: < → <=',
        'comparison: === → !==',
        'logic: && → ||',
        'condition: hours < 8 && rush → !(hours < 8 && rush)',
        'condition: hours === 3 → !(hours === 3)',
        'number: 8 → 9',
        'number: 3 → 4',
        'boolean: true → false',
        'boolean: false → true',
        'removed call: save(hours); → ;',
      ].sort(),
    );
  });

  it('change their one line and parse', () => {
    for (const mutant of mutants) {
      const mutated = applyMutant(mutant, SOURCE).split('\n');
      const differing = SOURCE.split('\n').flatMap((line, row) => (line === mutated[row] ? [] : [row]));
      expect(differing).toEqual([rowOf(mutant, SOURCE)]);
    }
  });

  it('are found where their line has moved, and not where it changed', () => {
    const [mutant] = mutantsOf('server/check.ts', SOURCE);
    if (mutant === undefined) throw new Error('the source has mutants');
    const moved = `// Later.\n${SOURCE.replaceAll('\n  ', '\n    ')}`;
    expect(rowOf(mutant, moved)).toBe(5);
    expect(rowOf(mutant, SOURCE.replace('rush)', 'late)'))).toBeNull();
  });

  it('tell equal lines of a file by their order', () => {
    const twice = 'save(1);\nsave(1);\n';
    const [, second] = mutantsOf('server/twice.ts', twice).filter(({ operator }) => operator === 'number');
    if (second === undefined) throw new Error('both lines have a mutant');
    expect(applyMutant(second, twice)).toBe('save(1);\nsave(2);\n');
  });

  it('are refused where the result does not parse', () => {
    const broken = { ...mutants[0], after: '<<' };
    expect(() => applyMutant({ ...mutants[0], ...broken } as (typeof mutants)[number], SOURCE)).toThrow(
      'does not parse',
    );
  });
});

describe('the choice of mutants', () => {
  const many = Array.from({ length: 30 }, (_, index) => mutantsOf(`server/check-${index}.ts`, SOURCE)).flat();

  it('follows the seed, one a file, each operator in turn', () => {
    const chosen = chooseMutants(many, 1, 18);
    expect(chosen.map(({ operator }) => operator)).toEqual([...OPERATORS, ...OPERATORS, ...OPERATORS]);
    expect(new Set(chosen.map(({ file }) => file)).size).toBe(18);
    expect(chooseMutants(many.toReversed(), 1, 18)).toEqual(chosen);
    expect(chooseMutants(many, 2, 18)).not.toEqual(chosen);
  });

  it('stays the same when other lines are added', () => {
    const [first] = chooseMutants(many, 1, 1);
    const withComment = many.map((mutant) => ({ ...mutant }));
    expect(
      chooseMutants(
        withComment.filter(({ file }) => file === first?.file),
        1,
        1,
      ),
    ).toEqual([first]);
  });

  it('takes product lines only', () => {
    expect(isMutable('server/pipeline/steps.ts')).toBe(true);
    for (const file of [
      'server/pipeline/steps.test.ts',
      'server/estimate/fixtures/cars.ts',
      'server/partners/data/rates.ts',
      'web/report/report-head.tsx',
      'tests/service/seed.ts',
      'web/vite-env.d.ts',
    ])
      expect(isMutable(file)).toBe(false);
  });
});
