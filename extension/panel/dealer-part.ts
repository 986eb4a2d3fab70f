import { KEPT_PART_WORDS, keptPart } from '../../contract/dealer-page/kept-part-words.ts';
import type { KeptDealerPart } from '../../contract/dealer-page/opened-page.ts';
import { AskFault, ask } from '../ask.ts';
import { element, rowList } from './element.ts';
import { partPage } from './take-page.ts';
import { isConnected, showFault, status, type View } from './view.ts';

/** Hands over the dealer's page that is open, and shows what was kept of it. `vin`: as its user says, where the page names none. */
export async function keepDealerPart(view: View, vin: string | null = null): Promise<void> {
  view.show(status(KEPT_PART_WORDS.reading));
  try {
    if (!(await isConnected(view))) return;
    const part = await ask({ kind: 'dealer_page', link: location.href, page: partPage(), vin });
    showKept(view, part);
  } catch (error) {
    if (error instanceof AskFault && (error.reason === 'no_vin' || error.reason === 'wrong_vin'))
      return askForVin(view, error.message, vin ?? '');
    showFault(view, error, () => void keepDealerPart(view, vin));
  }
}

function askForVin(view: View, why: string, before: string): void {
  const field = element('input', {
    name: 'vin',
    value: before,
    required: true,
    maxLength: 60,
    autocomplete: 'off',
    spellcheck: false,
  });
  const form = element(
    'form',
    {},
    element('p', { role: 'alert' }, why),
    element('label', {}, 'VIN', field),
    element('button', { type: 'submit' }, KEPT_PART_WORDS.keep),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void keepDealerPart(view, field.value);
  });
  view.show(form);
  field.focus();
}

function showKept(view: View, part: KeptDealerPart): void {
  const { rows, note } = keptPart(part);
  view.heading.textContent = part.name;
  view.show(status(KEPT_PART_WORDS.kept), rowList(rows), element('p', { className: 'muted' }, note));
}
