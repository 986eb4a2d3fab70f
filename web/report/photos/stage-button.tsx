import { clsx } from 'clsx';
import type { IconNode } from 'lucide';
import { Icon } from '../../ui/icon.tsx';

type ButtonProps = {
  name: string;
  icon: IconNode;
  disabled?: boolean;
  className?: string;
  onClick: () => void;
};

/** A button on a photo. */
export const StageButton = ({ name, icon, disabled = false, className, onClick }: ButtonProps) => (
  <button
    type="button"
    aria-label={name}
    disabled={disabled}
    onClick={onClick}
    className={clsx(
      'grid size-11 shrink-0 place-items-center rounded-md bg-stage/75 text-on-stage hover:bg-stage disabled:opacity-50',
      className,
    )}
  >
    <Icon shape={icon} />
  </button>
);
