type Control = HTMLInputElement | HTMLSelectElement;

const drawing = () => document.getElementById('drawn');

/** Whether the document holds a page that the build has drawn, which can be read and filled in before its script runs. */
export const isDrawn = (): boolean => drawing() !== null;

/** Puts the page in the place of its drawing, with what was typed there and the focus. */
export function takeOver(): void {
  const drawn = drawing();
  if (!drawn) return;
  let focused: Control | undefined;
  for (const from of drawn.querySelectorAll<Control>('[name]')) {
    const to = document.querySelector<Control>(`#root [name="${from.name}"]`);
    if (!to) continue;
    copy(from, to);
    if (from === document.activeElement) focused = to;
  }
  drawn.remove();
  focused?.focus({ preventScroll: true });
}

/** As a person's input, so that the form's library hears of it. */
function copy(from: Control, to: Control): void {
  if (from.type === 'checkbox') {
    if ((from as HTMLInputElement).checked) to.click();
    return;
  }
  if (from.value === to.value) return;
  // React looks at the value through a property of the element's own, and would take the event for its own doing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')!.set!.call(to, from.value);
  to.dispatchEvent(new Event('change', { bubbles: true }));
}
