import { X } from 'lucide-react';
import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { buttonClass } from './buttonClass.ts';
import { Button } from './Form.tsx';

export interface DialogProps {
  /** True by default: most dialogs are drawn only while they are open. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, visible however long the content is. */
  footer?: ReactNode;
  wide?: boolean;
  /** False for a dialog that must be answered: no close button, and Escape and outside clicks do nothing. */
  dismissible?: boolean;
}

/** A dialog: traps the focus while open and returns it to what opened it. */
export function DialogFrame({
  open = true,
  onClose,
  title,
  description,
  children,
  footer,
  wide,
  dismissible = true,
}: DialogProps) {
  const stay = (event: Event) => dismissible || event.preventDefault();
  const focus = useOpener();
  return (
    <Radix.Root open={open} onOpenChange={() => onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[overlay-in_120ms] bg-black/45" />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={stay}
          onKeyDown={onEscape(() => dismissible && onClose())}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={`fixed inset-x-0 bottom-0 z-40 m-auto max-h-[92dvh] overflow-y-auto rounded-t-xl border border-line bg-sheet shadow-sheet animate-[dialog-in_150ms] focus:outline-none sm:inset-y-0 sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:rounded-xl ${wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
        >
          <header className="z-10 flex [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0 items-start justify-between gap-4 bg-sheet px-5 pt-5 pb-4 sm:px-7 sm:pt-6">
            <div className="min-w-0">
              <Radix.Title className="font-serif text-xl leading-snug font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1.5 text-[0.9375rem] text-muted">
                  {description}
                </Radix.Description>
              )}
            </div>
            {dismissible && (
              <Radix.Close
                aria-label="Close dialog"
                className="-mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-wash hover:text-ink"
              >
                <X className="size-5" />
              </Radix.Close>
            )}
          </header>
          {children && <div className="px-5 pb-5 sm:px-7 sm:pb-7">{children}</div>}
          {footer && (
            <footer className="flex [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0 flex-wrap justify-end gap-3 max-sm:gap-2 max-sm:*:grow border-t border-line bg-sheet px-5 py-4 sm:px-7">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmDialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Label of the button that goes ahead. */
  confirm: string;
  /** Label of the button that changes nothing; it gets the initial focus. */
  keep?: string;
  onConfirm: () => void;
  pending?: boolean;
  /** More choices, above the two buttons. */
  children?: ReactNode;
}

/** Asks for confirmation before something that is hard to undo. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const {
    open = true,
    onClose,
    title,
    description,
    confirm,
    keep = 'Cancel',
    onConfirm,
    pending,
    children,
  } = props;
  const focus = useOpener();
  return (
    <RadixAlert.Root open={open} onOpenChange={() => onClose()}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="fixed inset-0 z-40 animate-[overlay-in_120ms] bg-black/45" />
        <RadixAlert.Content
          {...focus}
          onKeyDown={onEscape(onClose)}
          className="fixed inset-x-4 inset-y-0 z-40 m-auto h-fit max-h-[92dvh] max-w-md overflow-y-auto rounded-xl border border-line bg-sheet p-6 shadow-sheet animate-[dialog-in_150ms] focus:outline-none"
        >
          <RadixAlert.Title className="font-serif text-xl leading-snug font-semibold">
            {title}
          </RadixAlert.Title>
          <RadixAlert.Description className="mt-2 text-[0.9375rem] leading-relaxed text-muted">
            {description}
          </RadixAlert.Description>
          {children && <div className="mt-3 text-[0.9375rem] leading-relaxed">{children}</div>}
          <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
            <RadixAlert.Cancel className={buttonClass({ variant: 'secondary' })}>{keep}</RadixAlert.Cancel>
            <Button variant="danger" pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}

/** Lets Escape close a dialog while a toast is shown, to which Radix would give the key. */
const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    // Prevented means Radix has closed it already.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Key presses in a dialog above this one bubble through here too.
    if (event.currentTarget.contains(event.target as Node)) close();
  };

/** Returns the focus to where it was before a dialog opened. Radix does this only for dialogs with their own trigger. */
function useOpener() {
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
