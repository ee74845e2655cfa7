import { type ReactNode, useId } from 'react';

interface DigestSectionProps {
  title: string;
  heading: 'h2' | 'h3';
  children: ReactNode;
}

/** A titled part of a digest. */
export function DigestSection({ title, heading: Heading, children }: DigestSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-3.5">
      <Heading id={id} className="mb-2.5 text-[0.8125rem] font-semibold tracking-wide text-muted">
        {title}
      </Heading>
      {children}
    </section>
  );
}
