import type { ReactNode } from 'react';

export type Tone = 'quiet' | 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A status word. The word carries the meaning; the color only helps. `quiet` is for the normal state. */
export const Badge = ({ tone = 'neutral', children, className = '' }: BadgeProps) => (
  <span
    className={`inline-flex items-center gap-1 whitespace-nowrap font-medium leading-5 ${tone === 'quiet' ? 'text-[0.8125rem]' : 'rounded-full px-2.5 py-0.5 text-xs'} ${tones[tone]} ${className}`}
  >
    {children}
  </span>
);

type BadgeProps = { tone?: Tone; children: ReactNode; className?: string };

const tones: Record<Tone, string> = {
  quiet: 'text-muted',
  neutral: 'bg-wash text-muted ring-1 ring-inset ring-line',
  accent: 'bg-accent-wash text-accent',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
};
