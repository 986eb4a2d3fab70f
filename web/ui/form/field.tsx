import { clsx } from 'clsx';
import { type ComponentProps, useId, useState } from 'react';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string;
  fault?: string | undefined;
};

export const inputLook =
  'min-h-11 w-full rounded-md border border-rule-strong bg-sheet px-3 text-ink placeholder:text-muted aria-invalid:border-fail';

/** A field that takes files. */
export const fileLook =
  'w-full max-w-full text-sm file:mr-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-rule-strong file:bg-sheet file:px-3';

/** A labelled input; a password can be shown. */
export function Field({ label, hint, fault, className, type = 'text', ...rest }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={type === 'password' && shown ? 'text' : type}
          className={clsx(inputLook, type === 'password' && 'pr-16')}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described || undefined}
          {...rest}
        />
        {type === 'password' ? (
          <button
            type="button"
            className="absolute inset-y-0 right-0 px-3 text-sm text-muted hover:text-ink"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        ) : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p id={`${id}-fault`} className="text-sm text-fail">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
