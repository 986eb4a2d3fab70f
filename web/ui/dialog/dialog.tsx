import { clsx } from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../focus-heading.ts';
import { DialogNotices } from '../notices.tsx';
import { CloseButton } from './close-button.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean /** On a phone it comes up from the bottom edge. */;
  sheet?: boolean;
};

/**
 * A modal on the browser's own dialog element: focus, Escape and the inert page behind it come with it, and unlike
 * script-made ones it injects no style element, which the content security policy would refuse.
 */
export function Dialog({ title, onClose, children, wide = false, sheet = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before the element leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // Where one starts: the first field, or the title, lest the first Enter close what was just opened.
    firstOf(element)?.focus();
    return () => {
      element?.close();
      // What opened it may be gone by now.
      if (document.activeElement === document.body) focusHeading();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // A press on the backdrop closes; the keyboard has Escape and the button.
    const pressed = (event: Event): void => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', pressed);
    return () => element?.removeEventListener('click', pressed);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={clsx(
        'w-[min(100vw-1.5rem,var(--dialog))] rounded-xl border border-rule bg-sheet p-0 shadow-2xl',
        wide ? '[--dialog:58rem]' : '[--dialog:28rem]',
        sheet && 'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none',
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="max-h-[calc(100dvh-3rem)] scroll-pb-20 overflow-y-auto p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 tabIndex={-1} className="min-w-0 text-lg font-semibold wrap-anywhere outline-none">
            {title}
          </h2>
          <CloseButton className="-mt-1 -mr-2" onClose={onClose} />
        </div>
        {children}
      </div>
      <DialogNotices />
    </dialog>
  );
}

/** A field opens the keyboard of a phone over half the dialog: there it waits to be touched. */
function firstOf(dialog: HTMLElement | null): HTMLElement | null {
  const field = matchMedia('(pointer: coarse)').matches
    ? null
    : dialog?.querySelector<HTMLElement>('form input:not([type=file], [type=hidden])');
  return field ?? dialog?.querySelector<HTMLElement>('h2') ?? null;
}
