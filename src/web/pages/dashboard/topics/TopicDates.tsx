import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { searchTermLimit } from '#shared/billing/plan.ts';
import { type SearchTerm, statusLabels, type TermStatus } from '#shared/topics/searchTerm.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useTopics } from '../desk/queries.ts';
import { isOpen } from '../desk/topics.ts';

/** Added, last search, next digest, in the zone the digests are delivered in. */
export function TopicDates({
  term,
  preferences,
}: {
  term: SearchTerm;
  preferences: Preferences | undefined;
}) {
  const zone = preferences?.timeZone;
  const { lastProcessedAt, nextScheduledRun, status } = term;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Item name="Added">
        <AbsoluteDate value={term.createdAt} zone={zone} short />
      </Item>
      <Item name="Last search">
        {lastProcessedAt ? <AbsoluteDate value={lastProcessedAt} weekday zone={zone} short /> : 'Not yet'}
      </Item>
      <Item name={status === 'failed' ? 'Next try' : 'Next digest'}>
        {nextScheduledRun && term.isActive && (status === 'failed' || preferences?.weeklyDigest !== false) ? (
          <AbsoluteDate value={nextScheduledRun} weekday zone={zone} short />
        ) : (
          withoutDate(term, preferences)
        )}
      </Item>
    </dl>
  );
}

const Item = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}:</dt>
    <dd>{children}</dd>
  </div>
);

function withoutDate(term: SearchTerm, preferences: Preferences | undefined): string {
  if (!term.isActive) return 'None while inactive';
  if (isOpen(term)) return 'After this search';
  return preferences?.weeklyDigest === false ? 'None. Email is off.' : 'Not scheduled yet';
}

/** `Search Terms: 2/5` */
export function TopicCount({ me }: { me: Me }) {
  const count = useTopics(me).data?.length;
  return (
    <p className="text-sm text-muted">
      Search Terms: {count ?? '–'}/<TopicLimit me={me} />
    </p>
  );
}

export function TopicLimit({ me }: { me: Me }) {
  const limit = searchTermLimit(me);
  if (Number.isFinite(limit)) return limit;
  return (
    <>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">no limit</span>
    </>
  );
}

/** The status of a search as a word with an icon. */
export const TopicStatusBadge = ({ status }: { status: TermStatus }) => (
  <Badge tone={tones[status]}>
    {shapes[status]}
    {statusLabels[status]}
  </Badge>
);

const tones: Record<TermStatus, Tone> = {
  pending: 'quiet',
  processing: 'accent',
  completed: 'quiet',
  failed: 'bad',
};

const shapes = {
  pending: <Clock className="size-3" aria-hidden="true" />,
  processing: <Spinner label={null} className="size-3" />,
  completed: <CircleCheck className="size-3 text-good" aria-hidden="true" />,
  failed: <CircleX className="size-3" aria-hidden="true" />,
};
