import { type SignInProblem, signInProblems } from '#shared/accounts/outside.ts';
import type { Site } from '#shared/site/site.ts';
import { ButtonAnchor } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

interface OtherSignInProps {
  signIn: Site['signIn'];
  /** Why single sign-on failed, read from the address. */
  problem: string | null;
}

/** Sign-in with an institution's account, or through a proxy in front of this server. */
export const OtherSignIn = ({ signIn: { outside, proxy, passwords }, problem }: OtherSignInProps) => (
  <div className="mt-6 space-y-5">
    {isProblem(problem) && <Notice tone="bad">{signInProblems[problem]}</Notice>}
    {outside && (
      <ButtonAnchor href="/api/oidc/start" className="w-full" variant={passwords ? 'secondary' : 'primary'}>
        Sign in with {outside}
      </ButtonAnchor>
    )}
    {proxy && (
      <p className="text-[0.9375rem]">
        Your network signs you in here.{' '}
        <a className="link" href="/dashboard">
          Open your dashboard
        </a>
      </p>
    )}
  </div>
);

const isProblem = (problem: string | null): problem is SignInProblem =>
  problem !== null && Object.hasOwn(signInProblems, problem);
