import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { CATEGORIES } from '../../server/categories/generic-categories.ts';
import { PRIOR_PARTS } from '../../server/damage-detectors/declared/declared-prior.ts';
import { MEASURED } from '../../web/marketing/accuracy.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** British spellings of words this program writes, and the American ones; names of fields and codes are not words. */
const BRITISH =
  /(?<![\w-])(?:(?:dis|multi|un)?colou?r(?<=colour)(?:s|ed|ing)?|labours?|tyres?|licenced?|licences|catalogues?d?|centr(?:e|es|ed)|cancell(?:ed|ing)|grey|favourites?|behaviours?|honou?r(?<=honour)(?:s|ed)?|(?:re|un)?(?:organ|recogn|summar|normal|util|minim|maxim)is(?:e|es|ed|ing|ation)|judgements?|air bags?|neighbour(?:s|ing)?|travell(?:ed|ing)|modell(?:ed|ing)|labell(?:ed|ing)|alumini(?:um)|metres?|kerb|windscreen|bonnet)(?![\w-])/i;

/** Words rather than a name, a code, a path or an address: with a space between them, or a capital at their head. */
const isProse = (text: string): boolean => /[A-Za-z…,.] |^\s*[A-Z][a-z]+\s*$| [A-Za-z]/.test(text);

/** What `pattern` finds, wherever it stands in a word: a file without it need not be parsed. */
const anywhere = (pattern: RegExp): RegExp =>
  new RegExp(pattern.source.replace(/^\(\?<!.*?\]\)|\(\?!\[\\w-\]\)$|\\b/g, ''), pattern.flags);

/** Every string and text between tags of one source file that reads as words and that `pattern` finds, with its line. */
function prose(file: string, pattern: RegExp): { line: number; text: string }[] {
  const contents = fs.readFileSync(path.join(root, file), 'utf8');
  if (!anywhere(pattern).test(contents)) return [];
  const source = ts.createSourceFile(file, contents, ts.ScriptTarget.Latest, true);
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isJsxText(node);
    if (isText && pattern.test(node.text) && !ts.isImportDeclaration(node.parent) && isProse(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('names of parts, from tables too, are spelled the American way', () => {
  const names = [...CATEGORIES, ...PRIOR_PARTS].map(({ name }) => name);
  const sources = fs
    .readFileSync(path.join(root, 'server/estimate/data/allowances.tsv'), 'utf8')
    .split('\n')
    .slice(1);
  expect([...names, ...sources].filter((text) => BRITISH.test(text))).toEqual([]);
});

test('what users read is spelled the American way', () => {
  const files = execFileSync(
    'git',
    // Statements name tables, an option of the command line keeps its name, and a site's labels are its own.
    [
      'ls-files',
      'web',
      'contract',
      'server',
      ':!server/db',
      ':!server/cli/import-catalogue.ts',
      ':!server/auction-sites/iaai/labels.ts',
      // Names a field of the files it reads.
      ':!server/cli/eval-scope.ts',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$|fixtures\//.test(file) &&
        fs.existsSync(path.join(root, file)),
    );
  expect(files.length).toBeGreaterThan(300);
  const british = files.flatMap((file) =>
    prose(file, BRITISH).map(({ line, text }) => `${file}:${line}: ${BRITISH.exec(text)?.[0]}`),
  );
  expect(british).toEqual([]);
});

test('the README is spelled the American way outside its code', () => {
  const text = fs.readFileSync(path.join(root, 'README.md'), 'utf8').replaceAll(/`[^`]*`|\]\([^)]*\)/g, '');
  expect(BRITISH.exec(text)?.[0]).toBeUndefined();
});

test('what anybody reads of a report, shared or printed, addresses nobody: only its owner would know who is meant', () => {
  const files = execFileSync('git', ['ls-files', 'contract/report-view', 'web/report/provenance'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/(?:claim|deal|watch|units)\//.test(file))
    // Said to the owner alone, and the message to a seller.
    .filter((file) => !/missing-(?:numbers|views)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(30);
  const addressed = files.flatMap((file) =>
    prose(file, /\byou(?:r|rs)?\b/i).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(addressed).toEqual([]);
});

test('the accuracy page tells the figures the README tells', () => {
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8').replaceAll(/[–—]/g, ' to ');
  expect(MEASURED.length).toBeGreaterThan(2);
  for (const { what, result } of MEASURED)
    for (const [figure] of result.matchAll(/\d\.\d+/g)) expect(readme, what).toContain(figure);
});
