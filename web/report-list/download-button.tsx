import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';

type Props = { label: ReactNode; fetchFile: () => Promise<void>; look?: 'primary' | 'quiet' };

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
    } catch {
      notify({ kind: 'error', title: 'Failed to download the report. Please try again.' });
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
