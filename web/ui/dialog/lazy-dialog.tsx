import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { notify } from '../notices.tsx';

/**
 * A dialog whose script comes when it is first opened. Where it does not come the page stays as it is and a notice
 * says why; opening it again asks for the script again, which React's own `lazy` would not.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    const close = useEffectEvent(() => props.onClose());
    useEffect(() => {
      let wanted = true;
      load().then(
        (loaded) => wanted && setDialog(() => loaded),
        () => {
          if (!wanted) return;
          notify({ kind: 'error', title: 'This could not be opened', text: new ApiError(0, null).message });
          close();
        },
      );
      return () => {
        wanted = false;
      };
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
