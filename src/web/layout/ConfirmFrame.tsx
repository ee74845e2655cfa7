import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { onEscape } from '../ui/dialog/DialogFrame.tsx';
import { useOpener } from '../ui/dialog/useOpener.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Label of the button that goes ahead. */
  confirm: string;
  /** Label of the button that changes nothing; it gets the initial focus. */
  keep?: string;
  onConfirm: () => void;
  pending?: boolean;
  danger?: boolean;
  /** More choices, above the two buttons. */
  children?: ReactNode;
}

/** Asks for confirmation before something that is hard to undo. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirm,
    keep = 'Cancel',
    onConfirm,
    pending,
    danger,
    children,
  } = props;
  const focus = useOpener();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[overlay-in_120ms] bg-black/45" />
        <Radix.Content
          {...focus}
          onKeyDown={onEscape(() => onOpenChange(false))}
          className="fixed inset-x-4 inset-y-0 z-40 m-auto h-fit max-h-[92dvh] max-w-md overflow-y-auto rounded-xl border border-line bg-sheet p-6 shadow-sheet animate-[dialog-in_150ms] focus:outline-none"
        >
          <Radix.Title className="font-serif text-xl leading-snug font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-[0.9375rem] leading-relaxed text-muted">
            {description}
          </Radix.Description>
          {children && <div className="mt-3 text-[0.9375rem] leading-relaxed">{children}</div>}
          <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
            <Radix.Cancel className={buttonClass({ variant: 'secondary' })}>{keep}</Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
