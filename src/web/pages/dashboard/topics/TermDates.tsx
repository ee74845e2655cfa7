import type { ReactNode } from 'react';
import type { Preferences } from '#shared/accounts/preferences.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { isOpen } from '../desk/terms.ts';

/** Added, last search, next digest, in the zone the digests are delivered in. */
export function TermDates({ term, preferences }: { term: SearchTerm; preferences: Preferences | undefined }) {
  const zone = preferences?.timeZone;
  const { lastProcessedAt, nextScheduledRun, status } = term;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Item name="Added">
        <AbsoluteDate value={term.createdAt} zone={zone} short />
      </Item>
      <Item name="Last search">
        {lastProcessedAt ? <AbsoluteDate value={lastProcessedAt} time zone={zone} short /> : 'Not yet'}
      </Item>
      <Item name={status === 'failed' ? 'Next try' : 'Next digest'}>
        {nextScheduledRun && term.isActive && (status === 'failed' || preferences?.weeklyDigest !== false) ? (
          <AbsoluteDate value={nextScheduledRun} time zone={zone} short />
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
  return preferences?.weeklyDigest === false ? 'None, notifications are off' : 'Not planned yet';
}
