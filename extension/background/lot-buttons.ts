import { browser } from 'wxt/browser';

const SCRIPT = 'lot-button';

/** Draws the button on the pages of the sites its user allows, and on no other; after every change of what is allowed. */
export async function drawLotButtons(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll();
  const matches = origins.filter((origin) => origin.startsWith('https://'));
  const drawn = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (drawn.length > 0) await browser.scripting.unregisterContentScripts({ ids: [SCRIPT] });
  if (matches.length === 0) return;
  await browser.scripting.registerContentScripts([
    { id: SCRIPT, js: ['lot-button.js'], matches, runAt: 'document_idle', persistAcrossSessions: true },
  ]);
}
