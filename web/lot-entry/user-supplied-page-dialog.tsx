import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { PAGE_FILES } from '../../contract/saved-page/file-names.ts';
import { isTooLarge } from '../../contract/saved-page/page-limit.ts';
import { type FoundLot, severalLotsSchema } from '../../contract/schemas/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogActions } from '../ui/dialog/dialog-actions.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../ui/form/field.tsx';
import { lotLinkIn } from './lot-link-in.ts';
import { Bookmarklet } from './own-page/bookmarklet.tsx';
import { withoutPictures } from './user-supplied-page.ts';

const MAX_PAGES = 8;
/** Archives hold all pictures of their page; what is sent of them is far less. */
const MAX_FILE = 64 * 1024 * 1024;

/** What went wrong with a page that was handed over. */
export type PageFault = { text: string; error: unknown };
export type OnPages = (link: string, pages: string[], choice?: string) => Promise<PageFault | null>;

type Props = {
  /** Empty where the page was dropped before any link was given. */
  link: string;
  files: readonly File[];
  /** Text that was pasted already. */
  pasted?: string | undefined;
  /** What is given is read at once. */
  sendNow?: boolean | undefined;
  busy: boolean;
  onClose: () => void;
  onEnter: () => void;
  /** To the extension, where there is one for this browser. */
  onExtension?: (() => void) | undefined;
  /** Answers what went wrong, null where nothing did. */
  onPages: OnPages;
};

/** The way on when a site refuses: the lot's page as the user's own browser has it. */
export function UserSuppliedPageDialog({
  link: input,
  files: dropped,
  pasted = '',
  sendNow = false,
  busy,
  onClose,
  onEnter,
  onExtension,
  onPages,
}: Props) {
  const [link, setLink] = useState(input);
  const [files, setFiles] = useState<readonly File[]>(dropped);
  const [text, setText] = useState(pasted);
  const [fault, setFault] = useState<string | null>(null);
  const [lots, setLots] = useState<readonly FoundLot[]>([]);
  const reading = readAuctionLink(link);
  // A phone has no bookmarks bar to drag to, and nothing to drop.
  const touch = matchMedia('(pointer: coarse)').matches;

  const choose = async (chosen: readonly File[]): Promise<void> => {
    setFiles(chosen);
    setFault(faultOf(chosen));
    const named = link === '' && chosen[0] ? lotLinkIn(await chosen[0].slice(0, 200_000).text()) : null;
    if (named !== null) setLink(named);
  };
  const send = async (choice?: string): Promise<void> => {
    // A page may tell its lot by itself, a list its lots.
    if (!reading.ok && reading.reason !== 'empty') return setFault(reading.message);
    const many = faultOf(files);
    if (many !== null) return setFault(many);
    const pages = [...(await Promise.all(files.map(pageOf))), text].filter((page) => page.trim() !== '');
    const large = pages.some(isTooLarge);
    setFault(large ? 'A page may have at most 8 MB.' : null);
    if (large) return;
    const failed = await onPages(reading.ok ? reading.link.canonicalUrl : '', pages, choice);
    setFault(failed?.text ?? null);
    setLots(lotsIn(failed?.error));
  };

  const sendGiven = useEffectEvent(() => {
    if (sendNow) void send().catch(() => setFault('The file could not be read.'));
  });
  useEffect(() => sendGiven(), []);

  return (
    <Dialog title="Use the page from your browser" onClose={onClose}>
      <p className="text-sm text-muted">
        Your browser can see the lot even where our server may not. Import the lot page in one of{' '}
        {touch ? 'two' : 'three'} ways.
      </p>
      {input === '' ? (
        <Field
          className="mt-4"
          label="Lot link"
          type="url"
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
      ) : (
        <a
          className="mt-3 inline-flex min-h-6 items-center pointer-coarse:min-h-11 text-sm break-all text-signal underline"
          href={input}
          target="_blank"
          rel="noreferrer"
        >
          Open the lot in a new tab
        </a>
      )}
      <ol className="mt-4 grid list-inside list-decimal gap-5">
        {touch ? null : (
          <Way title="By one click on the lot’s page">
            <Bookmarklet />
          </Way>
        )}
        <Way title={touch ? 'Save the page and choose the file' : 'Save the page and drop the file here'}>
          <DropArea touch={touch} files={files} onFiles={(chosen) => void choose(chosen)} />
        </Way>
        <Way title={<label htmlFor="own-page-text">Paste the page’s text or source</label>}>
          <textarea
            id="own-page-text"
            rows={3}
            placeholder="On the lot’s page: select all, copy; then paste here"
            className={`${inputLook} py-2 text-sm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Way>
      </ol>
      <p className="mt-3 text-sm text-muted">
        Only your own reports use what you send. It never becomes what others see for this lot.
      </p>
      {fault === null ? null : (
        <div className="mt-3">
          <FormMessage kind="error">{fault}</FormMessage>
        </div>
      )}
      <FoundLots
        lots={lots}
        busy={busy}
        onChoice={(choice) => void send(choice).catch((error: unknown) => setFault(whyNot(error)))}
      />
      <p className="mt-4 flex flex-wrap items-center gap-x-5">
        <Button look="text" onClick={onEnter}>
          Enter by hand instead
        </Button>
        {onExtension === undefined ? null : (
          <Button look="text" onClick={onExtension}>
            Get the extension
          </Button>
        )}
      </p>
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={files.length === 0 && text.trim() === ''}
          busy={busy}
          onClick={() => void send().catch((error: unknown) => setFault(whyNot(error)))}
        >
          Read this page
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The lots of a page that shows several; none for any other failure. */
const lotsIn = (error: unknown): readonly FoundLot[] =>
  error instanceof ApiError && error.code === 'several_lots'
    ? (severalLotsSchema.safeParse(error.details).data?.lots ?? [])
    : [];

type FoundLotsProps = { lots: readonly FoundLot[]; busy: boolean; onChoice: (choice: string) => void };

/** The cars of a list, to choose one from. */
function FoundLots({ lots, busy, onChoice }: FoundLotsProps) {
  const choices = lots.flatMap(({ choice, name, lot_number, vin }) =>
    choice === null ? [] : [{ choice, name: name ?? vin ?? 'Unnamed vehicle', lot_number }],
  );
  if (choices.length === 0) return null;
  return (
    <ul className="mt-3 grid max-h-60 gap-2 overflow-y-auto" aria-label="Lots on this page">
      {choices.map(({ choice, name, lot_number }) => (
        <li key={choice}>
          <Button look="quiet" className="w-full" busy={busy} onClick={() => onChoice(choice)}>
            {lot_number === null ? name : `${name}, lot ${lot_number}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function faultOf(files: readonly File[]): string | null {
  if (files.length > MAX_PAGES) return 'At most 8 pages can be read together.';
  const large = files.find((file) => file.size > MAX_FILE);
  return large ? `${large.name} is larger than 64 MB.` : null;
}

/** What is sent of a file: its page, without the pictures that some kinds of file hold beside it. */
async function pageOf(file: File): Promise<string> {
  const { pageInFile } = await import('../../contract/saved-page/saved-file.ts');
  return pageInFile(new Uint8Array(await file.arrayBuffer())) ?? withoutPictures(await file.text());
}

/** What went wrong before anything was sent. */
const whyNot = (error: unknown): string =>
  error instanceof Error && error.name === 'UnreadableFile' ? error.message : 'The file could not be read.';

const Way = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li className="text-sm font-medium">
    <span>{title}</span>
    <div className="mt-2 font-normal">{children}</div>
  </li>
);

type DropProps = { touch: boolean; files: readonly File[]; onFiles: (files: readonly File[]) => void };

function DropArea({ touch, files, onFiles }: DropProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={`grid min-h-20 cursor-pointer place-items-center rounded-md border border-dashed p-4 text-center text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-signal ${over ? 'border-signal bg-sunken' : 'border-rule-strong'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {files.length > 0 ? (
        <span className="break-words">{files.map((file) => file.name).join(', ')}</span>
      ) : touch ? (
        <span>Choose the saved page</span>
      ) : (
        <span>
          Drop the saved page (Ctrl+S, or <span className="whitespace-nowrap">⌘S</span> on a Mac), or choose
          it
        </span>
      )}
      <input
        type="file"
        multiple
        accept={PAGE_FILES}
        className="sr-only"
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
      />
    </label>
  );
}
