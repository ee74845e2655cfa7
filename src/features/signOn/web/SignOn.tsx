import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { visitApi } from '#shared/accounts/me.ts';
import { queryClient, reading, useSite } from '#web/api/api.ts';
import { signedIn } from '#web/pages/auth/SignInForm.tsx';
import { ButtonAnchor } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { outsideApi, type SignInProblem, signInProblems } from '../contract.ts';

/** What the operator calls the other account, and whether a proxy signs readers in; as `feature.ts` says. */
export const useWays = () =>
  useSite()?.features.signOn as { outside: string | null; proxy: boolean } | undefined;

/** Sign-in with an institution's account, or through a proxy in front of this server. */
export function SignInElsewhere() {
  const [search] = useSearchParams();
  useArrival(search.has('arrived'));
  const hasPasswords = useSite()?.signIn.passwords;
  const ways = useWays();
  const problem = search.get('problem');
  if (!ways || !(ways.outside || ways.proxy || problem)) return null;
  return (
    <div className="mt-6 space-y-5">
      {isProblem(problem) && <Notice tone="bad">{signInProblems[problem]}</Notice>}
      {ways.outside && (
        <ButtonAnchor
          href={outsideApi.begin.path}
          className="w-full"
          variant={hasPasswords ? 'secondary' : 'primary'}
        >
          Sign in with {ways.outside}
        </ButtonAnchor>
      )}
      {ways.proxy && (
        <p className="text-[0.9375rem]">
          Your network signs you in here.{' '}
          <a className="link" href="/dashboard">
            Open your dashboard
          </a>
        </p>
      )}
    </div>
  );
}

const isProblem = (problem: string | null): problem is SignInProblem =>
  problem !== null && Object.hasOwn(signInProblems, problem);

/** Who arrives from the provider continues as after a sign-in here. */
function useArrival(arrived: boolean): void {
  useEffect(() => {
    if (!arrived) return;
    void queryClient.fetchQuery(reading(visitApi.me)).then(
      ({ user }) => navigate(signedIn(user), { replace: true }),
      () => navigate('/auth?tab=login&problem=failed', { replace: true }),
    );
  }, [arrived]);
}
