import { useState } from 'react';
import { saveFile } from '../api/save-file.ts';
import { Button } from '../ui/button.tsx';
import type { UserSuppliedPage } from './user-supplied-page.ts';

type Props = { page: UserSuppliedPage; onAgain: () => void };

/** A page that was handed over and could not be read: it is kept, to be tried again, copied or saved. */
export function KeptPage({ page: { pages }, onAgain }: Props) {
  const [told, setTold] = useState('');
  const [html = ''] = pages;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(html);
      setTold('Copied. It can be pasted on the home page under “Paste the copied page”.');
    } catch {
      setTold('Your browser does not allow copying. Save the page as a file instead.');
    }
  };
  return (
    <div className="grid gap-2">
      <p>The page is not lost: try again, or keep it and hand it over later.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAgain}>Try again</Button>
        <Button look="quiet" onClick={() => void copy()}>
          Copy the page
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            saveFile(new Blob([html], { type: 'text/html' }), 'lot-page.html');
            setTold('Saved as lot-page.html. It can be dropped on the field below.');
          }}
        >
          Save the page as a file
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {told}
      </p>
    </div>
  );
}
