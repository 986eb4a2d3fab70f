import { createHash } from 'node:crypto';
import ts from 'typescript';

/** One small change of a product line, named by its text so that it can be found again where lines have moved. */
export type Mutant = {
  file: string;
  operator: Operator;
  /** The line's text without the space around it. */
  line: string;
  /** Which of the file's lines with this very text, from 0. */
  occurrence: number;
  /** Where `before` begins in `line`. */
  column: number;
  before: string;
  after: string;
};

export const OPERATORS = ['comparison', 'logic', 'condition', 'number', 'removed call', 'boolean'] as const;
export type Operator = (typeof OPERATORS)[number];

const SWAPPED: Partial<Record<ts.SyntaxKind, [Operator, string]>> = {
  [ts.SyntaxKind.LessThanToken]: ['comparison', '<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['comparison', '<'],
  [ts.SyntaxKind.GreaterThanToken]: ['comparison', '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['comparison', '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['comparison', '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['comparison', '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['logic', '||'],
  [ts.SyntaxKind.BarBarToken]: ['logic', '&&'],
};

/** True for lines that tests should hold: no tests, stand-ins, generated tables, migrations or pages drawn in a browser. */
export const isMutable = (file: string): boolean =>
  /^(?:server|contract|web)\/.*\.ts$/.test(file) &&
  !/\.(?:test|d)\.ts$|\/(?:fixtures|migrations|data)\//.test(file);

/** Every mutant of a source whose change lies in one line. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n').map((line) => line.trim());
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, operator: Operator, after: string): void => {
    const start = node.getStart(source);
    const { line: row, character } = source.getLineAndCharacterOfPosition(start);
    const before = node.getText(source);
    const line = lines[row];
    if (line === undefined || before.includes('\n')) return;
    const indent = source.text.split('\n')[row]?.indexOf(line) ?? 0;
    const occurrence = lines.slice(0, row).filter((other) => other === line).length;
    mutants.push({ file, operator, line, occurrence, column: character - indent, before, after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const [operator, after] = SWAPPED[node.operatorToken.kind] ?? [];
      if (operator !== undefined && after !== undefined) add(node.operatorToken, operator, after);
    }
    if (ts.isIfStatement(node)) add(node.expression, 'condition', `!(${node.expression.getText(source)})`);
    if (ts.isConditionalExpression(node))
      add(node.condition, 'condition', `!(${node.condition.getText(source)})`);
    if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent))
      add(node, 'number', String(Number(node.text) + 1));
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'boolean', 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'boolean', 'true');
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, 'removed call', ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** A call for what it does; a line of a log or the end of a constructor's `super` is none. */
function isCall(expression: ts.Expression): boolean {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return (
    ts.isCallExpression(called) &&
    called.expression.kind !== ts.SyntaxKind.SuperKeyword &&
    !/\blog\b/.test(called.expression.getText())
  );
}

/** The line a mutant is in, from 0; `null` if the text has none. */
export function rowOf({ line, occurrence }: Mutant, text: string): number | null {
  const rows = text.split('\n').flatMap((other, row) => (other.trim() === line ? [row] : []));
  return rows[occurrence] ?? null;
}

/** The text with the mutant's change. Throws an Error if its line is not there or the result does not parse. */
export function applyMutant(mutant: Mutant, text: string): string {
  const row = rowOf(mutant, text);
  if (row === null) throw new Error(`${mutant.file} has no line "${mutant.line}"`);
  const lines = text.split('\n');
  const { line, column, before, after } = mutant;
  const changed = `${line.slice(0, column)}${after}${line.slice(column + before.length)}`;
  lines[row] = (lines[row] ?? '').replace(line, () => changed);
  const mutated = lines.join('\n');
  const { diagnostics = [] } = ts.transpileModule(mutated, { reportDiagnostics: true });
  if (diagnostics.length > 0) throw new Error(`${mutant.file} does not parse after "${changed}"`);
  return mutated;
}

/**
 * The first `count` mutants in the order of `seed`: each operator in turn, one mutant a file. Their order depends on their
 * texts alone, so that two revisions agree on all that both have.
 */
export function chooseMutants(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    const operator = OPERATORS[chosen.length % OPERATORS.length];
    const next = ranked.find(
      (mutant) => mutant.operator === operator && !chosen.some(({ file }) => file === mutant.file),
    );
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

const rankOf = (mutant: Mutant, seed: number): string =>
  createHash('sha256')
    .update(
      JSON.stringify([seed, mutant.file, mutant.line, mutant.occurrence, mutant.column, mutant.operator]),
    )
    .digest('hex');
