import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';

interface SectionProps {
  title: string;
  /** Controls at the right of the title. */
  aside?: ReactNode;
  /** The id that links point to. */
  id?: string;
  children: ReactNode;
}

/** A titled part of the dashboard. */
export function Section({ title, aside, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} id={id} className="scroll-mt-6">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2
          id={titleId}
          tabIndex={-1}
          className="rounded font-serif text-[1.25rem] leading-[1.3] font-semibold"
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The section with the list of topics, to which the header leads. */
export const queueId = 'search-queue';

/** Scrolls to a section and focuses its title. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

export const actionRow =
  'group flex min-h-11 w-full items-center justify-between gap-3 rounded py-1.5 text-start [&_svg]:shrink-0 [&_svg]:text-muted';

interface ActionRowProps {
  onClick: () => void;
  hint?: ReactNode;
  /** For what destroys. */
  danger?: boolean;
  pending?: boolean;
  children: ReactNode;
}

/** A line of the settings. */
export const ActionRow = ({ onClick, hint, danger, pending, children }: ActionRowProps) => (
  <button type="button" aria-haspopup="dialog" disabled={pending} className={actionRow} onClick={onClick}>
    <span className="min-w-0">
      <span className={`underline-offset-4 group-hover:underline ${danger ? 'text-bad' : ''}`}>
        {children}
      </span>
      {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
    </span>
    <ChevronRight className="size-4" />
  </button>
);

interface DialogLineProps extends Pick<ActionRowProps, 'hint'> {
  label: string;
  /** The dialog’s title; by default the label. */
  title?: ReactNode;
  description?: string;
  children: (close: () => void) => ReactNode;
}

/** A line of the settings, and its dialog, whose content mounts when it is opened. */
export function DialogLine({ label, title = label, description, children, ...line }: DialogLineProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ActionRow {...line} onClick={() => setOpen(true)}>
        {label}
      </ActionRow>
      {open && (
        <Dialog onClose={close} title={title} description={description}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}

/** A small text button of a topic. */
export const topicAction =
  'inline-flex min-h-6 items-center gap-1.5 rounded text-start text-muted underline-offset-4 hover:text-ink hover:underline [&_svg]:shrink-0';
