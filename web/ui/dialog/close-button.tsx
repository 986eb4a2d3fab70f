import { clsx } from 'clsx';
import { X } from 'lucide';
import { Icon } from '../icon.tsx';

type Props = { name?: string; className?: string; onClose: () => void };

/** The way out in the corner of a dialog. */
export const CloseButton = ({ name = 'Close', className, onClose }: Props) => (
  <button
    type="button"
    onClick={onClose}
    className={clsx(
      'ml-auto grid size-10 shrink-0 pointer-coarse:size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink',
      className,
    )}
    aria-label={name}
  >
    <Icon shape={X} />
  </button>
);
