import { ask } from '../ask.ts';
import { inBase64 } from '../base64.ts';

/** LotLens keeps so many of a lot, and so many go at once. */
const MOST_PHOTOS = 40;
const AT_ONCE = 4;
const PHOTO_MS = 20_000;

/** Hands over a lot's photos one by one; `settled` hears after each how many stayed behind. */
export async function handOverPhotos(
  lotKey: string,
  urls: readonly string[],
  settled: (behind: number) => void,
): Promise<void> {
  const waiting = urls.slice(0, MOST_PHOTOS);
  let behind = 0;
  const worker = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const photo = await photoInPage(url);
      const held = await ask({ kind: 'photo', lot_key: lotKey, url, photo }).then(
        (answer) => answer.held,
        // The report is made without it.
        () => false,
      );
      if (!held) behind += 1;
      settled(behind);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A photo as the page's browser holds it; null where its host does not let pages read it. */
async function photoInPage(url: string): Promise<string | null> {
  const response = await fetch(url, {
    cache: 'force-cache',
    credentials: 'omit',
    signal: AbortSignal.timeout(PHOTO_MS),
  }).catch(() => null);
  if (!response?.ok || !/^image\//.test(response.headers.get('content-type') ?? '')) return null;
  return inBase64(new Uint8Array(await response.arrayBuffer()));
}
