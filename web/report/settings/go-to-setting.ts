import type { EstimateSetting } from '../../../contract/facts/setting-names.ts';
import { onceDrawn } from '../places.ts';

/** Id of the button that opens the settings, where they do not stand beside the lines. */
export const ADJUST_OPENER = 'adjust-open';

/** Brings a setting up wherever the settings are, and takes the keyboard there. */
export function goToSetting(name: EstimateSetting): void {
  document.getElementById(ADJUST_OPENER)?.click();
  onceDrawn(
    () => document.querySelector<HTMLElement>(`[data-setting=${name}]`),
    (setting) => {
      setting.scrollIntoView({ block: 'center' });
      setting.focus({ preventScroll: true });
    },
  );
}
