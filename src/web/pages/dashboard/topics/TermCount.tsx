import type { Me } from '#shared/accounts/account.ts';
import { searchTermLimit } from '#shared/billing/plan.ts';
import { useTerms } from '../desk/queries.ts';

/** `Search Terms: 2/5` */
export function TermCount({ me }: { me: Me }) {
  const count = useTerms(me).data?.length;
  return (
    <p className="text-sm text-muted">
      Search Terms: {count ?? '–'}/<TermLimit me={me} />
    </p>
  );
}

export function TermLimit({ me }: { me: Me }) {
  const limit = searchTermLimit(me);
  if (Number.isFinite(limit)) return limit;
  return (
    <>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">no limit</span>
    </>
  );
}
