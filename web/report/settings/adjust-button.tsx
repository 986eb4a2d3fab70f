import { useState } from 'react';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { ADJUST_OPENER } from './go-to-setting.ts';

const AdjustDialog = lazyDialog(async () => (await import('./adjust.tsx')).AdjustDialog);

/** Opens the settings where they do not stand beside the lines. */
export function AdjustButton({ estimate }: { estimate: Estimate }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button id={ADJUST_OPENER} look="quiet" onClick={() => setOpen(true)}>
        Adjust
      </Button>
      {open ? <AdjustDialog estimate={estimate} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
