import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

const WherePopover = lazyDialog(async () => (await import('./provenance-popover.tsx')).WherePopover);

type Asked = { of: string; button: HTMLElement; nth: number };
type Props = {
  report: ReportModel;
  /** The element that holds the report's figures. */
  root: RefObject<HTMLElement | null>;
  onPhoto: (number: number) => void;
};

/** One listener for all figures of a report, and the one answer that is open. */
export function WhereListener({ report, root, onPhoto }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const element = root.current;
    let nth = 0;
    const pressed = (event: Event): void => {
      const button = event.target instanceof Element ? event.target.closest('[data-where]') : null;
      const of = button?.getAttribute('data-where');
      if (!(button instanceof HTMLElement) || of == null) return;
      nth += 1;
      setAsked({ of, button, nth });
    };
    element?.addEventListener('click', pressed);
    return () => element?.removeEventListener('click', pressed);
  }, [root]);
  // The one before may tell that it closed when the next is open already.
  const closed = useCallback(() => setAsked((now) => (now === asked ? null : now)), [asked]);
  if (asked === null) return null;
  return (
    <WherePopover
      key={asked.nth}
      report={report}
      of={asked.of}
      button={asked.button}
      onPhoto={onPhoto}
      onClose={closed}
    />
  );
}
