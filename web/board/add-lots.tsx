import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { MOST_BATCH_LOTS } from '../../contract/board/board-lots.ts';
import { counted } from '../../contract/report-view/words/sentence.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import type { ListSource } from '../lot-entry/list/lot-list-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { inputLook } from '../ui/form/field.tsx';

/** What reads lots comes once there is something to read. */
const reading = () =>
  import('../lot-entry/list/lots-given.ts').catch(() => {
    throw new ApiError(0, null);
  });

/** Links or numbers, one a line, or a CSV: read as a list, of which its user picks those to make reports of. */
export function AddLots({ onList }: { onList: (list: ListSource) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  const read = async (given: string | File): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    setNote(null);
    try {
      if (typeof given !== 'string') return onList({ file: given });
      const { linksOfText } = await reading();
      const links = linksOfText(given);
      if (links.length === 0) return setFault('Paste the links of lots, one a line.');
      const left = links.slice(MOST_BATCH_LOTS);
      if (left.length > 0)
        setNote(
          `${counted(left.length, 'more lot stays', 'more lots stay')} in the field for the next time.`,
        );
      setText(left.join('\n'));
      onList({ links: links.slice(0, MOST_BATCH_LOTS) });
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent): void => {
    const [given] = event.dataTransfer.files;
    if (given === undefined) return;
    event.preventDefault();
    void read(given);
  };

  return (
    <section aria-labelledby={`${id}-title`} className="mb-5 rounded-lg border border-rule bg-sheet p-4">
      <h2 id={`${id}-title`} className="font-semibold">
        Add lots
      </h2>
      <form
        className="mt-2 grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void read(text);
        }}
      >
        <label htmlFor={`${id}-lots`} className="text-sm text-muted">
          Up to {MOST_BATCH_LOTS} links or numbers (“Copart 12345678”, “1-12345678”), one a line, or a CSV
          file dropped here. Checking is free.
        </label>
        <textarea
          id={`${id}-lots`}
          rows={4}
          className={`${inputLook} py-2`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        />
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        {note === null ? null : <FormMessage kind="done">{note}</FormMessage>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            Check lots
          </Button>
          <Button look="quiet" onClick={() => file.current?.click()}>
            Choose a CSV file
          </Button>
          <input
            ref={file}
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label="CSV file of lots"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const [given] = event.target.files ?? [];
              event.target.value = '';
              if (given !== undefined) void read(given);
            }}
          />
        </div>
      </form>
    </section>
  );
}
