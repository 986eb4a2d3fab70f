import { browser } from 'wxt/browser';
import { pause } from '../pause.ts';

/** Chromium tells a page's own process of a press on the button a moment after it tells the extension. */
const WAITS_MS = [50, 100, 200, 400];

const draw = (tabId: number): Promise<unknown> =>
  browser.scripting.executeScript({ target: { tabId }, files: ['/panel.js'] });

/** Tabs whose panel is on its way: pressed once more it would be closed as soon as it stands. */
const opening = new Set<number>();

/** Opens the panel on a tab, or closes the one that is open. Throws what the browser says where it lets nothing be drawn. */
export async function showPanel(tabId: number): Promise<void> {
  if (opening.has(tabId)) return;
  opening.add(tabId);
  try {
    for (const wait of WAITS_MS) {
      const isDrawn = await draw(tabId).then(
        () => true,
        () => false,
      );
      if (isDrawn) return;
      await pause(wait);
    }
    await draw(tabId);
  } finally {
    opening.delete(tabId);
  }
}
