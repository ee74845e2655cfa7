import type { Me } from '#shared/accounts/me.ts';
import { usePreferences } from '#web/api/query.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { useTopics } from '../desk/queries.ts';

/** When the next digest of any topic is due; empty if none is scheduled. */
export function NextDigest({ me }: { me: Me }) {
  const preferences = usePreferences(me).data;
  const [next] = (useTopics(me).data ?? [])
    .flatMap(({ isActive, status, nextScheduledRun }) =>
      isActive && status === 'completed' && nextScheduledRun ? [nextScheduledRun] : [],
    )
    .sort();
  if (!next || !preferences?.weeklyDigest) return null;
  return (
    <p className="text-[0.9375rem] text-balance text-muted">
      Next digest: <RelativeDate value={next} />,{' '}
      <AbsoluteDate value={next} time zone={preferences.timeZone} short />
    </p>
  );
}
