import { readAuctionLink } from '../../../contract/auction-link.ts';
import { isListFile } from '../../../contract/saved-page/file-names.ts';
import { notify } from '../../ui/notices.tsx';
import type { LotStep } from '../lot-dialogs.tsx';
import { lotLinkIn } from '../lot-link-in.ts';
import { isPhoto } from './file-kinds.ts';

/** Where a saved page names its lot. */
const HEAD_BYTES = 200_000;

/**
 * The step that files given over lead to: a list to its lots, photos alone to the vehicle they are of, anything else to the lot's
 * page, which may name its lot itself. `address`: the text they came with; `send`: they are read at once.
 */
export async function stepOfFiles(files: readonly File[], address: string, send: boolean): Promise<LotStep> {
  const link = readAuctionLink(address).ok ? address.trim() : '';
  const pages = files.filter((file) => !isPhoto(file));
  const [first] = pages;
  if (first === undefined) return { kind: 'enter', link, photos: files };
  if (pages.length < files.length)
    notify({
      kind: 'info',
      title: 'The photos were left out',
      text: 'Photos go with a vehicle entered by hand. Of a page and photos together only the page is read.',
    });
  if (isListFile(first)) return { kind: 'list', source: { file: first }, read: null };
  const named = lotLinkIn(await first.slice(0, HEAD_BYTES).text());
  return { kind: 'own_page', link: named ?? link, files: pages, send };
}
