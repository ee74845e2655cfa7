import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Controls at the right of the title. */
  aside?: ReactNode;
  /** The id that links point to. */
  id?: string;
  /** A secondary section, such as settings. */
  minor?: boolean;
  children: ReactNode;
}

/** A titled part of the dashboard. */
export function Section({ title, aside, id, minor, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} id={id} className="scroll-mt-6">
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 ${minor ? 'mb-2.5' : 'mb-3.5'}`}
      >
        <h2
          id={titleId}
          tabIndex={-1}
          className={`rounded font-serif font-semibold ${minor ? 'text-[1.0625rem]' : 'text-xl leading-tight sm:text-[1.375rem]'}`}
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

/** A list of rarely needed actions, one row each, separated by hairlines. */
export const actionRows = 'divide-y divide-line text-[0.9375rem]';

export const actionRow =
  'group flex min-h-10 w-full items-center justify-between gap-3 rounded py-1.5 text-start underline-offset-4 hover:underline [&_svg]:shrink-0 [&_svg]:text-muted';

/** A row that opens a dialog. */
export const ActionRow = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" aria-haspopup="dialog" className={actionRow} onClick={onClick}>
    {children}
    <ChevronRight className="size-4" aria-hidden="true" />
  </button>
);

/** A small text button of a topic. */
export const topicAction =
  'inline-flex min-h-6 items-center gap-1.5 rounded text-start text-muted underline-offset-4 hover:text-ink hover:underline [&_svg]:shrink-0';
