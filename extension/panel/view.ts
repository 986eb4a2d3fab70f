import { AskFault, ask } from '../ask.ts';
import { WORDS } from '../words.ts';
import { element } from './element.ts';
import { SiteCheck } from './take-page.ts';

/** Where the panel shows what it has to say. */
export type View = { show(...nodes: (Node | null)[]): void; heading: HTMLElement; isOpen(): boolean };

/** A button that does something on the page it stands on. */
export const button = (text: string, onPress: () => void, className = ''): HTMLButtonElement => {
  const made = element('button', { type: 'button', className }, text);
  made.addEventListener('click', onPress);
  return made;
};

/** Words that are read out when they come. */
export const status = (text: string): HTMLElement => element('p', { role: 'status' }, text);

const openSettings = (): void => void ask({ kind: 'open_settings' });

/** Whether the extension is connected to a LotLens; where it is not, the way there is shown. */
export async function isConnected({ show }: View): Promise<boolean> {
  if ((await ask({ kind: 'connection' })) !== null) return true;
  show(element('p', {}, WORDS.notConnected), button(WORDS.connect, openSettings));
  return false;
}

/** What went wrong, and the way on. */
export function showFault({ show }: View, error: unknown, again: () => void): void {
  const text =
    error instanceof AskFault ? error.message : error instanceof SiteCheck ? WORDS.siteCheck : WORDS.failed;
  const isCut = error instanceof AskFault && error.code === 'invalid_token';
  show(
    element('p', { className: 'fault', role: 'alert' }, text),
    isCut ? button(WORDS.connect, openSettings) : button(WORDS.tryAgain, again),
    isCut ? null : button(WORDS.settings, openSettings, 'quiet'),
  );
}
