import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Hash of files, and of all files in folders that `like` fits, with their names: another one where any of them differs. */
export function hashOf(root: string, places: readonly string[], like = /./): string {
  const hash = createHash('sha256');
  const visit = (place: string): void => {
    if (!fs.statSync(place).isDirectory()) {
      hash.update(path.relative(root, place)).update(fs.readFileSync(place));
      return;
    }
    for (const name of fs.readdirSync(place).sort()) {
      const inside = path.join(place, name);
      if (like.test(name) || fs.statSync(inside).isDirectory()) visit(inside);
    }
  };
  for (const place of places) visit(path.resolve(root, place));
  return hash.digest('hex');
}
