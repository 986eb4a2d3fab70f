import { clsx } from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DialogNotices } from '../notices.tsx';

type Props = {
  title: string;
  onClose: () => void;
  /** A key pressed where nobody types, alone or with Shift. */
  onKey: (event: KeyboardEvent) => void;
  className?: string;
  children: ReactNode;
};

/** A modal over the whole screen; the browser's own element brings focus, Escape and the way back to what opened it. */
export function FullScreenDialog({ title, onClose, onKey, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // The keys are the dialog's: where the focus starts no control takes them.
    element?.focus();
    return () => element?.close();
  }, []);
  // Controls come and go under the focus: it stays in the dialog.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  });
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    const typing =
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && target.type !== 'checkbox');
    if (!typing && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey) onKey(event);
  });
  // With the dialog itself: the first key may come as soon as it is seen.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={title}
      className={clsx(
        'full-screen fixed inset-0 m-0 size-full max-h-none max-w-none border-0 p-0 outline-none',
        className,
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <DialogNotices />
    </dialog>
  );
}
