const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement?.prototype ?? {}, 'value')?.set;

/** Sends a form that its user sent before the page could take it, with what was typed. */
export function sendAgain(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) {
    const typed = field.value;
    // The page has not seen it typed: set through the element's own setter, it counts as a change.
    setValue?.call(field, '');
    setValue?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form.requestSubmit();
}
