import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;
const hash = createHash('sha256');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
  if (/\.(typ|ts)$/.test(name) && !name.endsWith('.test.ts'))
    hash.update(readFileSync(path.join(folder, name)));

/** Changes with the templates and what fills them, so that a kept PDF is never one of an older look. */
export const PRINT_VERSION = hash.digest('hex').slice(0, 12);
