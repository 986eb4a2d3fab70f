import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { inputLook } from '../ui/field.tsx';

type Props = {
  link: string;
  busy: boolean;
  onClose: () => void;
  onEnter: () => void;
  onPages: (pages: string[]) => void;
};

/** The way on when a site refuses: the lot's page as the user's own browser has it, as files or as text. */
export function OwnPageDialog({ link, busy, onClose, onEnter, onPages }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  const [text, setText] = useState('');
  const [over, setOver] = useState(false);
  const ready = files.length > 0 || text.trim() !== '';
  const send = async (): Promise<void> => {
    const pages = await Promise.all(files.map((file) => file.text()));
    onPages([...pages, ...(text.trim() === '' ? [] : [text])]);
  };
  return (
    <Dialog title="Use the page from your browser" onClose={onClose}>
      <ol className="list-decimal space-y-1 pl-5 text-sm text-muted">
        <li>
          Open{' '}
          <a className="text-signal underline" href={link} target="_blank" rel="noreferrer">
            the lot
          </a>{' '}
          in your browser.
        </li>
        <li>Save the page (Ctrl+S, or ⌘S on a Mac), or select all and copy.</li>
        <li>Drop the file here, or paste the text.</li>
      </ol>
      <label
        className={`mt-4 grid min-h-24 cursor-pointer place-items-center rounded-md border border-dashed p-4 text-center text-sm ${over ? 'border-signal bg-sunken' : 'border-rule-strong'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          setFiles([...event.dataTransfer.files]);
        }}
      >
        <span>
          {files.length > 0
            ? files.map((file) => file.name).join(', ')
            : 'Drop the saved page here, or choose it'}
        </span>
        <input
          type="file"
          multiple
          accept=".html,.htm,.json,.txt,.mhtml"
          className="sr-only"
          onChange={(event) => setFiles([...(event.target.files ?? [])])}
        />
      </label>
      <label className="mt-4 block text-sm font-medium" htmlFor="own-page-text">
        Page text or source
      </label>
      <textarea
        id="own-page-text"
        rows={4}
        className={`${inputLook} mt-1.5 py-2 text-sm`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="mt-2 text-sm text-muted">
        Only your own reports use what you send. It never becomes what others see for this lot.
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="text" className="mr-auto" onClick={onEnter}>
          Enter by hand instead
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!ready} busy={busy} onClick={() => void send()}>
          Read this page
        </Button>
      </div>
    </Dialog>
  );
}
