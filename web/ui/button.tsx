import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide';
import { type ButtonHTMLAttributes, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

const LOOKS = {
  // The border is seen in forced colors alone.
  primary: 'border border-transparent bg-signal text-on-signal hover:bg-signal-strong font-medium',
  quiet: 'border border-rule-strong/60 bg-sheet text-ink hover:border-ink',
  // Its words start where the column does; the focus ring has its room beside them.
  text: 'text-signal underline-offset-4 hover:underline px-1 -mx-1',
  danger: 'border border-fail text-fail hover:bg-fail-soft',
} as const;

/** Classes of a button, for links that look like one. */
export const buttonLook = (look: keyof typeof LOOKS = 'primary', size: 'md' | 'lg' = 'md'): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-md transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50',
    look !== 'text' &&
      (size === 'lg' ? 'min-h-12 px-6 text-base' : 'min-h-10 px-4 text-sm pointer-coarse:min-h-11'),
    look === 'text' && 'min-h-8 text-sm pointer-coarse:min-h-11',
    LOOKS[look],
  );

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof LOOKS;
  size?: 'md' | 'lg';
  busy?: boolean;
};

const never = (): (() => void) => () => undefined;
/** False while the page only stands as it was drawn: a press would be lost, and a form sent leave it, fields in the address. */
const useLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A button; `busy` keeps its place and refuses a second press. */
export function Button({
  look = 'primary',
  size = 'md',
  busy = false,
  className,
  disabled,
  children,
  ...rest
}: Props) {
  const waits = !useLive();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy || waits}
      aria-busy={busy || undefined}
      className={clsx(buttonLook(look, size), className, waits && 'opacity-100!')}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

export const Spinner = () => <Icon shape={LoaderCircle} size={16} className="animate-spin" />;
