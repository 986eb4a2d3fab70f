import { Link, useSearch } from '@tanstack/react-router';
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LIST_FILES, PAGE_FILES } from '../../contract/saved-page/file-names.ts';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { isPhoto, PHOTO_TYPES } from '../lot-entry/shared/file-kinds.ts';
import { type GivenShare, openedShare, takeHanded } from '../lot-entry/shared/given-share.ts';
import { sharedLot } from '../lot-entry/shared/shared-lot.ts';
import { Button } from '../ui/button.tsx';
import { Lens } from '../ui/lens.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import type { MissingFiles } from '../worker/handed-share.ts';
import { registerWorker } from '../worker/register-worker.ts';

type Chosen = { link: string; at: number; files?: readonly File[] };

const MISSING_WORDS: Record<MissingFiles, string> = {
  again:
    'The file did not come along this time: LotLens was being set up for files on this device. Please choose it once more here; from the next share on it comes by itself.',
  large:
    'What was shared is larger than this device keeps for LotLens (128 MB at most). Please choose the files here.',
  gone: 'This share was opened before, and nothing of it was kept. Please share it once more, or choose the file here.',
};

/** Where another app shares a lot to, once LotLens is installed: its link, or the files that came, are read at once. */
export function SharePage() {
  const search = useSearch({ from: '/share' });
  const [opened] = useState(() => openedShare(search));
  // Null while the worker's store is being opened.
  const [share, setShare] = useState<GivenShare | null>(() => (opened.handed === null ? opened : null));
  const [chosen, setChosen] = useState<Chosen | null>(() => (share === null ? null : chosenOf(share)));
  usePageTitle('A shared lot · LotLens');
  const show = (given: GivenShare): void => {
    setShare(given);
    setChosen(chosenOf(given));
  };
  const showTaken = useEffectEvent(show);
  useEffect(() => {
    // Who comes back to this page later finds it empty.
    document.querySelector('meta[name="shared"]')?.remove();
    if (opened.handed !== null)
      takeHanded(opened.handed).then(showTaken, () => showTaken({ ...opened, missing: 'gone' }));
    // From now on files are taken on this device; where that can't be, the page says so at the next share.
    registerWorker().catch(() => undefined);
  }, [opened]);
  const photos = share?.files.filter(isPhoto) ?? [];
  const hasUnused = photos.length > 0 && !chosen?.files?.some(isPhoto);
  return (
    <main className="mx-auto grid min-h-svh max-w-2xl content-start gap-6 px-4 py-10 sm:content-center">
      <Link to="/" className="flex w-fit items-center gap-2 text-lg font-semibold tracking-tight">
        <Lens busy={false} />
        LotLens
      </Link>
      <h1 className="text-2xl font-semibold">A shared lot</h1>
      {share !== null && chosen === null && share.missing === null ? (
        <p role="status">Nothing came with this share. Paste the lot’s link here instead.</p>
      ) : null}
      {share?.missing ? (
        <div className="grid justify-items-start gap-3">
          <p role="status">{MISSING_WORDS[share.missing]}</p>
          <ChooseFiles onFiles={(files) => show({ ...share, files, missing: null })} />
        </div>
      ) : null}
      {hasUnused ? (
        <div className="grid justify-items-start gap-3">
          <p>
            {photos.length === 1 ? 'A photo came' : `${photos.length} photos came`} along. The lot’s own
            photos are used; if it can’t be read, yours go with the vehicle entered by hand.
          </p>
          <Button
            look="quiet"
            onClick={() => setChosen({ link: chosen?.link ?? '', at: Date.now(), files: photos })}
          >
            Enter by hand with {photos.length === 1 ? 'this photo' : 'these photos'}
          </Button>
        </div>
      ) : null}
      <LotForm chosen={chosen} />
    </main>
  );
}

/** Text of this length is a page that was copied whole, not a link with some words. */
const SHORTEST_PAGE = 1500;

/** A page or list that was shared is what is meant; photos are it only where no link came along. */
function chosenOf(share: GivenShare): Chosen | null {
  const { text = '' } = share;
  const isPage = text.length >= SHORTEST_PAGE;
  const link = sharedLot(isPage ? { ...share, text: undefined } : share);
  const files = isPage ? [...share.files, new File([text], 'shared-text.txt')] : share.files;
  const pages = files.filter((file) => !isPhoto(file));
  if (pages.length > 0) return { link: link ?? '', at: 0, files: pages };
  if (link !== null) return { link, at: 0 };
  return files.length > 0 ? { link: '', at: 0, files } : null;
}

function ChooseFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <Button onClick={() => field.current?.click()}>Choose the file</Button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={[PAGE_FILES, LIST_FILES, ...PHOTO_TYPES].join(',')}
        aria-label="Shared file"
        onChange={choose}
      />
    </>
  );
}
