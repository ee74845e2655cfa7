import { useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened. Radix does this only for dialogs with their own
 * trigger; ours open by state.
 */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Keep the focus if it was moved on purpose while closing.
      if (document.activeElement && document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
