import type { ReactNode } from 'react';

const edges = {
  accent: 'border-l-accent',
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
};

interface NoticeProps {
  tone?: keyof typeof edges;
  title?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A message in the page. Screen readers announce an error at once and anything else when they pause. */
export const Notice = ({ tone = 'accent', title, children, className = '' }: NoticeProps) => (
  <div
    role={tone === 'bad' ? 'alert' : 'status'}
    className={`rounded-md border border-line border-l-4 bg-sheet px-4 py-3 ${edges[tone]} ${className}`}
  >
    {title && <p className="font-semibold">{title}</p>}
    {children && <div className={`text-[0.9375rem] ${title ? 'mt-0.5 text-muted' : ''}`}>{children}</div>}
  </div>
);
