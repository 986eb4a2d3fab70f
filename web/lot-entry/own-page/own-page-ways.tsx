import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { bookmarklet } from '../user-supplied-page.ts';
import { Bookmarklet } from './bookmarklet.tsx';

/** How lots come in from the pages their user is on, before any site has refused: by a bookmark, dragged or typed in. */
export function OwnPageWays() {
  const [told, setTold] = useState('');
  const code = bookmarklet(location.origin);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setTold('Copied. Paste it as the address of a bookmark.');
    } catch {
      setTold('Your browser does not allow copying. Select the text above and copy it.');
    }
  };
  return (
    <div className="grid gap-4">
      {matchMedia('(pointer: coarse)').matches ? null : <Bookmarklet />}
      <div className="grid justify-items-start gap-2">
        <p>
          On a phone: bookmark any page, edit that bookmark, name it LotLens and paste this as its address. On
          the lot’s page type LotLens into the address bar and choose the bookmark.
        </p>
        <textarea
          readOnly
          rows={2}
          aria-label="Address of the bookmark"
          className="w-full rounded-md border border-rule-strong bg-sheet px-3 py-2 text-sm"
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button look="quiet" onClick={() => void copy()}>
          Copy the address
        </Button>
        <p role="status" className="text-muted">
          {told}
        </p>
      </div>
      <p className="text-muted">
        The browser extension does the same on the lot’s own page; connect it in Account Settings.
      </p>
    </div>
  );
}
