import { useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened. Radix does so only for dialogs with a trigger of
 * their own; ours are opened by state.
 */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Unless the focus was moved on purpose while closing.
      if (document.activeElement && document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
