import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const theme = fs.readFileSync(path.join(root, 'web', 'theme.css'), 'utf8');

/** A list of classes by its look, wherever it stands: every word a class, one of them of a utility that takes a token. */
const UTILITY =
  /^(?:[\w@[\]():&>*=.-]+:)*-?(?:bg|text|border(?:-[lrtbxy])?|ring|outline|fill|stroke|divide|decoration|accent|caret|shadow|placeholder|rounded|font)-[\w[(]/;
const isClass = (word: string): boolean => /^[a-z@*!-][^\s"'`,;]*$/.test(word);
const looksLikeClasses = (text: string): boolean => {
  const words = text.split(/\s+/).filter(Boolean);
  return words.every(isClass) && words.some((word) => UTILITY.test(word));
};

const isClassPlace = (node: ts.Node): boolean =>
  (ts.isJsxAttribute(node) && /^class(?:Name)?$/.test(node.name.getText())) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'clsx');
/** `kind === 'error'` and `buttonLook('quiet')` name no class. */
const isNoClassText = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node.parent) && /^[!=]==$/.test(node.parent.operatorToken.getText())) ||
  (ts.isCallExpression(node.parent) && node.parent.expression.getText() !== 'clsx');

/** Every class name that a source file writes, with where it stands. */
function classNames(file: string): { at: string; name: string }[] {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: { at: string; name: string }[] = [];
  const visit = (node: ts.Node, inClasses: boolean): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isText && (looksLikeClasses(node.text) || (inClasses && !isNoClassText(node)))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      for (const name of node.text.split(/\s+/).filter(Boolean))
        found.push({ at: `${file}:${line + 1}`, name });
    }
    ts.forEachChild(node, (child) => visit(child, inClasses || isClassPlace(node)));
  };
  visit(source, false);
  return found;
}

test('every class name of the pages makes a rule: a color, say, that the theme has no token of makes none', async () => {
  const design = await loadDesignSystem(theme, {
    base: root,
    loadStylesheet: async (id, base) => {
      const file = path.join(root, 'node_modules', id, 'index.css');
      return { path: file, base, content: fs.readFileSync(file, 'utf8') };
    },
  });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && fs.existsSync(path.join(root, file)),
    );
  const named = files.flatMap(classNames);
  expect(named.length).toBeGreaterThan(2000);
  const own = new Set([...theme.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const names = [...new Set(named.map(({ name }) => name))];
  const rules = design.candidatesToCss(names);
  const without = new Set(
    names.filter(
      (name, n) => rules[n] === null && !own.has(name) && !/^(?:group|peer)(?:\/\w+)?$/.test(name),
    ),
  );
  expect(named.flatMap(({ at, name }) => (without.has(name) ? [`${at} ${name}`] : []))).toEqual([]);
});
