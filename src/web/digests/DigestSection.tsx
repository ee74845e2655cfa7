import { type ReactNode, useId } from 'react';
import { inMargin, withMargin } from '../layout/Page.tsx';

interface DigestSectionProps {
  title: string;
  heading: 'h2' | 'h3';
  /** On a page wide enough for a margin, the title is in the margin, as in a journal. */
  beside: boolean;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled part of a digest. */
export function DigestSection({
  title,
  heading: Heading,
  beside,
  aside,
  className = '',
  children,
}: DigestSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`border-t border-line pt-3.5 ${beside ? withMargin : ''} ${className}`}
    >
      <div
        className={`mb-2.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1.5 ${beside ? inMargin : ''}`}
      >
        <Heading id={id} className="text-[0.8125rem] font-semibold tracking-wide text-muted">
          {title}
        </Heading>
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
