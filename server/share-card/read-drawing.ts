import fs from 'node:fs/promises';
import path from 'node:path';
import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import type { DrawingName } from '../../contract/car-diagram/lot-view.ts';

/** A drawing as the browser application in `webFolder` serves it; `null` where that is not built. */
export async function readDrawing(webFolder: string, name: DrawingName): Promise<LineDrawing | null> {
  try {
    return JSON.parse(await fs.readFile(path.join(webFolder, 'cars', `${name}.json`), 'utf8')) as LineDrawing;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
