import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { answerRequest } from '../background/answer-request.ts';
import { LotLensFault } from '../background/call-lotlens.ts';
import { drawLotButtons } from '../background/lot-buttons.ts';
import { showPanel } from '../background/show-panel.ts';
import { type Answer, type Request, requestSchema } from '../messages.ts';
import { WORDS } from '../words.ts';

/** `tabId`: of the page that asks. */
async function answer(request: Request, tabId: number | undefined): Promise<Answer<Request['kind']>> {
  try {
    if (request.kind === 'open_panel' && tabId !== undefined) {
      await showPanel(tabId);
      return { ok: true, value: null };
    }
    return { ok: true, value: await answerRequest(request) };
  } catch (error) {
    if (error instanceof LotLensFault)
      return { ok: false, fault: { code: error.code, reason: error.reason, message: error.message } };
    console.error(error);
    return { ok: false, fault: { code: null, reason: null, message: WORDS.failed } };
  }
}

/** The extension's own script: opens the panel where its button is pressed, and asks LotLens for it. */
export default defineBackground(() => {
  browser.action.onClicked.addListener(({ id }) => {
    if (id === undefined) return;
    // A page of the browser's own, where nothing may be drawn.
    showPanel(id).catch(() => browser.runtime.openOptionsPage());
  });
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const request = requestSchema.safeParse(message).data;
    if (request === undefined || sender.id !== browser.runtime.id) return false;
    void answer(request, sender.tab?.id).then(respond);
    return true;
  });
  browser.permissions.onAdded.addListener(() => void drawLotButtons());
  browser.permissions.onRemoved.addListener(() => void drawLotButtons());
  browser.runtime.onInstalled.addListener(() => void drawLotButtons());
});
