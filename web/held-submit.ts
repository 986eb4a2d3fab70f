declare global {
  interface Window {
    /** By public/returning.js: the form that was sent before any other script was here. Undefined: taken over. */
    heldSubmit?: HTMLFormElement | null | undefined;
  }
}

const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement?.prototype ?? {}, 'value')?.set;

/** Sends a form that its user sent before the page could take it, with what was typed; from then on forms are the page's. */
export function sendHeldSubmit(): void {
  const form = window.heldSubmit;
  window.heldSubmit = undefined;
  if (!form?.isConnected) return;
  for (const field of form.querySelectorAll('input')) {
    const typed = field.value;
    // The page has not seen it typed: set through the element's own setter, it counts as a change.
    setValue?.call(field, '');
    setValue?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form.requestSubmit();
}
