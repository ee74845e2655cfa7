import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { paidTier } from '#shared/billing/billing.ts';
import { useMe, useSiteKnown } from '#web/api/query.ts';
import { Loading } from '#web/ui/Spinner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Checkout } from './Checkout.tsx';

/** Needs a paid tier and an email address in the query; the signed-in reader pays. */
export function PaymentPage() {
  const [search] = useSearchParams();
  const tier = paidTier.safeParse(search.get('tier')).data;
  const named = Boolean(search.get('email'));

  useEffect(() => {
    if (!tier) {
      toast({ tone: 'bad', title: 'Invalid Plan', description: 'Please select a valid subscription plan.' });
      navigate('/subscribe', { replace: true });
    } else if (!named) {
      toast({
        tone: 'bad',
        title: 'Authentication Required',
        description: 'Please sign in to continue with your subscription.',
      });
      navigate('/auth', { replace: true });
    }
  }, [tier, named]);

  return tier && named ? <SignedIn tier={tier} /> : <Loading label="Redirecting" />;
}

function SignedIn({ tier }: { tier: 'pro' | 'team' }) {
  const me = useMe();
  const known = useSiteKnown();
  return me && known ? <Checkout tier={tier} me={me} /> : <Loading />;
}
