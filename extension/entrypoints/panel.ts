import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openPanel } from '../panel/panel.ts';

const TAG = 'lotlens-panel';

/** Opens the panel on the page it is put into; put in a second time it closes the one that is open. */
export default defineUnlistedScript(() => {
  const open = document.querySelector(TAG);
  if (open !== null) return open.remove();
  const host = document.createElement(TAG);
  openPanel(host, () => host.remove());
  document.documentElement.append(host);
});
