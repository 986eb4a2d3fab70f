import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';

/** What there is after the free reports; loaded when it is opened. */
export const QuotaDialog = lazyDialog(async () => (await import('./quota-dialog.tsx')).QuotaDialog);

type Props = { look?: 'primary' | 'quiet'; size?: 'md' | 'lg'; className?: string };

/** Leads on where no reports are left. */
export function GetMore({ look = 'quiet', size = 'md', className = '' }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={look} size={size} className={className} onClick={() => setOpen(true)}>
        Get more reports
      </Button>
      {open ? <QuotaDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
