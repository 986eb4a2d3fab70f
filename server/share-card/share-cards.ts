import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import type { DrawingName } from '../../contract/car-diagram/lot-view.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { shareWork } from '../concurrency/share-work.ts';
import { AppError } from '../errors.ts';
import { photoIdOf } from '../lots/lot-photos.ts';
import { cardView, shareCardOf } from './card-words.ts';
import { drawCard } from './draw-card.ts';

/** Cards kept in memory: each has 120 kB at most. */
const MOST_KEPT = 100;

export type ShareCards = {
  /**
   * The picture of a shared link as PNG, drawn once for each version of its report.
   * @returns `null` where the link leads nowhere or nothing is estimated.
   */
  cardOf(token: string): Promise<Buffer | null>;
};

const firstPhoto = ({ photos }: ReportModel): string | null =>
  photos.map(({ url }) => photoIdOf(url)).find((id) => z.uuid().safeParse(id).success) ?? null;

/** @param tools `readShared` throws not_found for a link that leads nowhere; `readPhoto` takes a photo's id; `readDrawing` answers `null` where the browser application is not built. */
export function createShareCards(tools: {
  readShared(token: string): Promise<{ model: ReportModel }>;
  readPhoto(id: string): Promise<Uint8Array | null>;
  readDrawing(name: DrawingName): Promise<LineDrawing | null>;
  now(): Date;
}): ShareCards {
  const kept = new Map<string, Buffer>();
  const shared = shareWork<Buffer>();

  async function modelOf(token: string): Promise<ReportModel | null> {
    try {
      return (await tools.readShared(token)).model;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  return {
    async cardOf(token) {
      const model = await modelOf(token);
      if (model === null) return null;
      const photo = firstPhoto(model);
      const view = photo === null ? cardView(model) : null;
      const drawing = view && (await tools.readDrawing(view.drawing));
      const card = shareCardOf(model, tools.now().getTime(), drawing);
      if (card === null) return null;
      const key = createHash('sha256')
        .update(JSON.stringify([card, photo]))
        .digest('hex');
      const known = kept.get(key);
      if (known) return known;
      return await shared(key, async () => {
        const drawn = await drawCard(card, photo === null ? null : await tools.readPhoto(photo));
        kept.set(key, drawn);
        for (const first of kept.keys()) {
          if (kept.size <= MOST_KEPT) break;
          kept.delete(first);
        }
        return drawn;
      });
    },
  };
}
