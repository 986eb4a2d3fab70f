import type { VinReading } from '../../contract/photo-reading/photo-reading.ts';
import { labeledView } from '../../contract/report-view/photo-views.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { besideListed, vinsInCode } from './vin-readings.ts';

/** A photo as it is read: `read` gives the bytes we hold. */
export type ReadablePhoto = {
  readonly index: number;
  readonly label: string | null;
  readonly sha256: string;
  /** Where it is kept what the text reader told of it; left out: nowhere. */
  readonly readings?: { read(): Promise<unknown>; write(value: unknown): Promise<void> };
  read(): Promise<Uint8Array>;
};

/** Reads what others photographed, away from the process that serves people. */
export type LabelReader = {
  /** The texts of the barcodes on a photo; `label`: it is told to show one. */
  labelCodes(bytes: Uint8Array, label: boolean): Promise<string[]>;
};

/** Photos whose site calls them something else show no label: they are not searched for one. */
const mayShowLabel = (view: string | null): boolean => view === null || view === 'vin_or_label';

/**
 * The VINs that labels on a lot's photos carry, each once, beside the listing's. A photo that can't be read tells nothing, and
 * `failed` hears of it. Throws only the signal's reason.
 */
export async function readLabels(
  reader: LabelReader,
  photos: readonly ReadablePhoto[],
  listed: Pick<Lot, 'vin'>,
  { signal, failed }: { signal: AbortSignal; failed(photo: number, error: unknown): void },
): Promise<VinReading[]> {
  const read = await Promise.all(
    photos.map(async (photo): Promise<VinReading[]> => {
      const view = labeledView(photo);
      if (!mayShowLabel(view)) return [];
      try {
        const codes = await reader.labelCodes(await photo.read(), view !== null);
        return codes.flatMap(vinsInCode).map((vin) => ({
          of: 'vin',
          by: 'barcode',
          photo: photo.index,
          vin,
          listing: besideListed(vin, listed),
        }));
      } catch (error) {
        failed(photo.index, error);
        return [];
      }
    }),
  );
  signal.throwIfAborted();
  return [
    ...new Map(
      read
        .flat()
        .map((reading) => [reading.vin, reading] as const)
        .toReversed(),
    ).values(),
  ].toSorted((a, b) => a.photo - b.photo);
}
