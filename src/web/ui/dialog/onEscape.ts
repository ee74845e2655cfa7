import type { KeyboardEvent } from 'react';

/**
 * Escape closes a dialog also while a message is shown. Radix gives the key to the layer that came last and to no
 * other, and a toast that came after the dialog, or before it was opened, can be that one.
 */
export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    // Prevented: Radix has closed it already.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // What is typed in a dialog over this one comes by here as well.
    if (event.currentTarget.contains(event.target as Node)) close();
  };
