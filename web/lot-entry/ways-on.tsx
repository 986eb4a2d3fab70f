import { type ChangeEvent, type ReactNode, type RefObject, useRef } from 'react';
import { isListFile, LIST_FILES, PAGE_FILES } from '../../contract/saved-page/file-names.ts';
import { extensionBrowser } from '../ui/browser-name.ts';
import { Button } from '../ui/button.tsx';
import { closeNotices, notify } from '../ui/notices.tsx';
import type { LotStep } from './lot-dialogs.tsx';

export type WaysOnProps = {
  /** The link of the lot that could not be read; empty where there is none. */
  address: string;
  field: RefObject<HTMLElement | null>;
  onStep: (step: LotStep) => void;
};

/** Shorter text in the clipboard is no page: more likely the link itself. */
const SHORTEST_PAGE = 200;

/**
 * What can be done when the lot can't be read: no failure is a dead end. The best way for this device stands first, each one press
 * away: a computer's browser may have the extension; a phone has no bookmarks bar either, but copies and shares.
 */
export function WaysOn({ address, field, onStep }: WaysOnProps) {
  const files = useRef<HTMLInputElement>(null);
  const touch = matchMedia('(pointer: coarse)').matches;
  const browser = extensionBrowser(navigator.userAgent, touch);
  const go = (step: LotStep): void => {
    // Where the dialog gives the focus back: the button pressed goes with its notice.
    field.current?.focus();
    closeNotices();
    onStep(step);
  };
  const paste = async (): Promise<void> => {
    // Where the browser does not let us look, or there is no page, the dialog has a field to paste into.
    const text = (await navigator.clipboard?.readText().catch(() => '')) ?? '';
    const isPage = text.length >= SHORTEST_PAGE;
    go({ kind: 'own_page', link: address, files: [], ...(isPage && { text, send: true }) });
    if (!isPage)
      notify({
        kind: 'info',
        title: 'Nothing to paste yet',
        text: 'Open the lot’s page, select all, copy, and come back; or paste it into the field here.',
      });
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.target.files ?? [])];
    const [first] = chosen;
    if (first === undefined) return;
    if (isListFile(first)) go({ kind: 'list', source: { file: first }, read: null });
    else go({ kind: 'own_page', link: address, files: chosen, send: true });
  };
  const ways: Record<'browser' | 'paste' | 'file', ReactNode> = {
    browser: (
      <Button key="browser" look="quiet" onClick={() => go({ kind: 'own_page', link: address, files: [] })}>
        Use the page from your browser
      </Button>
    ),
    paste: (
      <Button key="paste" look="quiet" onClick={() => void paste()}>
        Paste the copied page
      </Button>
    ),
    file: (
      <Button key="file" look="quiet" onClick={() => files.current?.click()}>
        Choose a saved page
      </Button>
    ),
  };
  return (
    <>
      {browser === null ? null : (
        <Button look="quiet" onClick={() => go({ kind: 'extension', link: address, browser })}>
          Get the extension
        </Button>
      )}
      {touch ? [ways.paste, ways.file, ways.browser] : [ways.browser, ways.paste, ways.file]}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={`${PAGE_FILES},${LIST_FILES}`}
        aria-label="Saved page of the lot"
        onChange={choose}
      />
      <Button look="quiet" onClick={() => go({ kind: 'enter', link: address })}>
        Enter by hand
      </Button>
    </>
  );
}
