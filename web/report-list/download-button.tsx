import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';

type Props = { label: ReactNode; fetchFile: () => Promise<void>; look?: 'primary' | 'quiet' };

/** What is told of a failure: why, where the file was refused; trying again helps with all else alone. */
function failureOf(error: unknown): { title: string; text?: string } {
  const refused = error instanceof ApiError && error.code === 'validation_error';
  return refused
    ? { title: 'The file could not be made.', text: error.message }
    : { title: 'Failed to download the report. Please try again.' };
}

/** Downloads a file; says so where it fails (docs/product.md). */
export function DownloadButton({ label, fetchFile, look = 'primary' }: Props) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const download = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await fetchFile();
    } catch (error) {
      notify({ kind: 'error', ...failureOf(error) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Button look={look} busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
