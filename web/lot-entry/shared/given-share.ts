import {
  FILES_FIELD,
  MISSING_FILES,
  type MissingFiles,
  placeOf,
  SHARE_STORE,
} from '../../worker/handed-share.ts';

/** What another app shared: words, and the files that came along, or why they did not. */
export type GivenShare = {
  title?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
  files: readonly File[];
  missing: MissingFiles | null;
};

/** The share this page was opened with; `handed` names one that the worker keeps for it. */
export type OpenedShare = GivenShare & { handed: string | null };

/**
 * Reads what the page was opened with: the query of a shared link, what the worker wrote behind the #, or what the service wrote
 * into the page where it got the share itself.
 */
export function openedShare(search: Pick<GivenShare, 'title' | 'text' | 'url'>): OpenedShare {
  const written = document.querySelector<HTMLMetaElement>('meta[name="shared"]')?.content;
  const given = new URLSearchParams(written ?? location.hash.slice(1));
  const said = (name: 'title' | 'text' | 'url') => given.get(name) ?? search[name];
  return {
    title: said('title'),
    text: said('text'),
    url: said('url'),
    files: [],
    missing: MISSING_FILES.find((reason) => reason === given.get(FILES_FIELD)) ?? null,
    handed: given.get('handed'),
  };
}

/** Takes the share that the worker keeps, once: nothing of it stays behind. */
export async function takeHanded(handed: string): Promise<GivenShare> {
  const kept = await (await caches.open(SHARE_STORE)).match(placeOf(handed));
  const form = await kept?.formData();
  await caches.delete(SHARE_STORE);
  const said = (name: string): string | undefined => {
    const value = form?.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const files = form?.getAll(FILES_FIELD).filter((value) => value instanceof File && value.size > 0) ?? [];
  return {
    title: said('title'),
    text: said('text'),
    url: said('url'),
    files: files as File[],
    missing: form === undefined ? 'gone' : null,
  };
}
