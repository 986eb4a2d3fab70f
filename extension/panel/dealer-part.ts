import type { KeptDealerPart } from '../../contract/dealer-page/opened-page.ts';
import { dollarsAndCents } from '../../contract/report-view/figures.ts';
import { AskFault, ask } from '../ask.ts';
import { WORDS } from '../words.ts';
import { element, rowList } from './element.ts';
import { partPage } from './take-page.ts';
import { isConnected, showFault, status, type View } from './view.ts';

/** Hands over the dealer's page that is open, and shows what was kept of it. `vin`: as its user says, where the page names none. */
export async function keepDealerPart(view: View, vin: string | null = null): Promise<void> {
  view.show(status(WORDS.readingPart));
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
    element('button', { type: 'submit' }, WORDS.keepPart),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void keepDealerPart(view, field.value);
  });
  view.show(form);
  field.focus();
}

function showKept(view: View, { number, name, price, vin, vin_from, fits_vin }: KeptDealerPart): void {
  view.heading.textContent = name;
  view.show(
    status(WORDS.keptPart),
    rowList([
      { label: 'OEM number', value: number },
      { label: 'Price', value: price === null ? WORDS.noPrice : dollarsAndCents(price) },
      { label: 'VIN', value: vin },
      { label: 'Fit', value: fits_vin ? WORDS.pageSaysFits : WORDS.pageSaysNothing },
    ]),
    element('p', { className: 'muted' }, vin_from === 'page' ? WORDS.keptUntil : WORDS.keptForVinSaid),
  );
}
