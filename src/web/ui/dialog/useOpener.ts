import { useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so only for dialogs with a trigger of
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
      // Unless whoever closed it has put the focus somewhere on purpose.
      if (document.activeElement && document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
