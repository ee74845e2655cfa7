import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  ChevronDown,
  CircleUser,
  CreditCard,
  Inbox,
  Keyboard,
  LogOut,
  Mail,
  Search,
  Settings,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Slot } from '#kit/web.tsx';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { plans } from '#shared/billing/plan.ts';
import { type Site, siteApi } from '#shared/site/site.ts';
import { CallError, queryClient, reading, useAction } from '#web/api/api.ts';
import { forgetVisit, sessionEnded, signedInHint } from '#web/api/session.ts';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { KeysDialog } from '#web/papers/KeysDialog.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button, ButtonLink } from '#web/ui/Form.tsx';
import { isPlain, Link } from '#web/ui/Link.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ErrorState, Notice, ReadFailed, toast } from '#web/ui/Notice.tsx';
import { PageOutline, Skeleton } from '#web/ui/Spinner.tsx';
import { goToSection, queueId } from './Section.tsx';

interface SignedInProps {
  /** Title of the tab. */
  tab: string;
  children: (me: Me) => ReactNode;
}

/** Checks the session before a page is drawn. Without one the browser goes to /auth and returns after sign-in. */
export function SignedIn({ tab, children }: SignedInProps) {
  const { data, error, refetch } = useQuery(reading(visitApi.me));
  const unreachable = error instanceof CallError && (error.received === 0 || error.received >= 500);
  useEffect(() => {
    if (error && !unreachable) sessionEnded();
    // Other ways to sign in bypass the form that would record this.
    if (data) signedInHint.set();
  }, [data, error, unreachable]);

  if (data)
    return (
      <ReaderPage me={data.user}>
        <PageTitle tab={tab} hidden />
        {children(data.user)}
      </ReaderPage>
    );
  if (unreachable)
    return (
      <Page className="max-w-2xl py-16">
        <PageTitle className="mb-6 font-serif text-3xl font-semibold">Could not check your sign-in</PageTitle>
        <ReadFailed read={{ error, refetch }} />
      </Page>
    );
  return (
    <ReaderPage>
      <PageTitle tab={tab} hidden />
      <PageOutline title={tab} />
    </ReaderPage>
  );
}

interface NotShownProps {
  what: 'digest' | 'topic';
  back: { to: string; words: string };
  /** Why it could not be read; null if there is none at this address. */
  error: Error | null;
  retry: () => unknown;
}

/** A page in place of what its address names. */
export const NotShown = ({ what, back, error, retry }: NotShownProps) => (
  <div className="mx-auto max-w-2xl py-8">
    <PageTitle className="mb-6 font-serif text-3xl font-semibold">
      {error ? `This ${what} could not be loaded` : `There is no such ${what}`}
    </PageTitle>
    <ErrorState
      onRetry={error ? () => void retry() : undefined}
      action={
        <ButtonLink to={back.to} variant="secondary" size="small">
          {back.words}
        </ButtonLink>
      }
    >
      {error?.message ?? 'It may have been deleted.'}
    </ErrorState>
  </div>
);

/**
 * A page of a signed-in reader, with tier, upgrade, the account's menu, and logout in its header; an outline until `me` is loaded.
 * Nothing moves while its parts load: the footer starts below the window, and the banner loads first.
 */
function ReaderPage({ me, children }: { me?: Me; children: ReactNode }) {
  const { data: site, isPending, failureCount } = useQuery(reading(siteApi.read));
  return (
    <Page
      home="/dashboard"
      className="min-h-dvh max-w-[77.5rem] py-3 sm:py-6"
      nav={<MainPages />}
      header={me ? <Account me={me} /> : <Outline />}
    >
      {(!isPending || failureCount > 0 || !navigator.onLine) && (
        <>
          <Banner site={site} />
          {children}
        </>
      )}
    </Page>
  );
}

const mainPages = [
  ['/dashboard', 'Dashboard', Inbox],
  ['/digests', 'Digests', Mail],
  ['/topics', 'Topics', Search],
  ['/shelf', 'Shelf', Bookmark],
] as const;

/** Beside the product's name, or as a bar at the foot of a phone. */
function MainPages() {
  const [at] = useLocation();
  return (
    <nav aria-label="Main pages" className="main-pages mr-auto text-sm">
      {mainPages.map(([path, name, Icon]) => (
        <Link
          key={path}
          // Topics are a section of the dashboard, not a page.
          to={path === '/topics' ? `/dashboard#${queueId}` : path}
          onClick={(event) => path === '/topics' && isPlain(event) && goToSection(queueId)}
          aria-current={at.startsWith(path) ? 'page' : undefined}
        >
          <Icon className="size-5" strokeWidth={1.6} />
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The operator's announcement, and in the demo a note that its papers are invented. */
function Banner({ site }: { site: Site | undefined }) {
  return (
    <>
      {site?.banner && <Notice className="mb-5">{site.banner}</Notice>}
      {site?.sample && (
        <p className="mb-4 text-[0.8125rem] text-muted">
          <Badge tone="warn">Sample papers</Badge> All papers here are invented: they try out Litwatch, and
          nothing in them is real.
        </p>
      )}
    </>
  );
}

const upgradeWords = {
  free: 'Upgrade',
  // The visible label is shorter on a phone, to leave room for the reader's menu.
  pro: (
    <span>
      Upgrade<span className="max-sm:sr-only"> to Team</span>
    </span>
  ),
  team: null,
};

function Account({ me }: { me: Me }) {
  const tier = me.subscriptionTier;
  const upgrade = tier && upgradeWords[tier];
  const { leave, leaving } = useLogout();
  const [keysShown, showKeys] = useState(false);
  return (
    <>
      {tier && (
        <Badge tone="accent">
          <span className="sr-only">Your plan: </span>
          {plans[tier].badge}
        </Badge>
      )}
      {upgrade && (
        <ButtonLink to="/subscribe" variant="secondary" size="small">
          {upgrade}
        </ButtonLink>
      )}
      <Menu
        label={`Your account: ${me.email}`}
        button={
          <>
            <CircleUser className="size-5 text-muted md:hidden" />
            <span className="max-w-56 truncate font-normal text-muted max-md:hidden" title={me.email}>
              {me.email}
            </span>
            <ChevronDown className="size-4 text-muted max-md:hidden" />
          </>
        }
      >
        <li className="max-w-64 px-2.5 pt-1 pb-2 text-[0.8125rem] wrap-anywhere text-muted">
          {me.email}
          {tier && <span className="block">{plans[tier].name}</span>}
        </li>
        <MenuItem icon={Settings} to="/settings">
          Settings
        </MenuItem>
        {tier && (
          <MenuItem icon={CreditCard} to="/subscribe">
            Plan
          </MenuItem>
        )}
        <Slot name="accountMenu" me={me} />
        <MenuItem icon={Keyboard} className="max-md:hidden" onClick={() => showKeys(true)}>
          Keys
        </MenuItem>
        <MenuItem icon={LogOut} className="mt-1 border-t border-line pt-1 md:hidden" onClick={leave}>
          Logout
        </MenuItem>
      </Menu>
      <Button variant="quiet" pending={leaving} onClick={leave} className="-mr-3 -ml-2 max-md:hidden">
        Logout
      </Button>
      {keysShown && <KeysDialog onClose={() => showKeys(false)} />}
    </>
  );
}

const Outline = () => (
  <>
    <Skeleton className="h-6 w-12 rounded-full" />
    <Skeleton className="h-4 w-36 max-md:w-8" />
    <Skeleton className="h-4 w-14 max-md:hidden" />
  </>
);

/** Signs out, clears the cache, and goes to /auth. */
function useLogout(): { leave: () => void; leaving: boolean } {
  const left = useRef(false);
  // Clear after the page is unmounted; a mounted page would read everything again.
  useEffect(() => () => void (left.current && queryClient.clear()), []);
  const logout = useAction(visitApi.logout, {
    onSuccess: ({ leaveAt }) => {
      left.current = true;
      forgetVisit();
      toast('good', 'Logged Out', 'You have been logged out.');
      if (leaveAt) location.assign(leaveAt);
      else navigate('/auth');
    },
    onError: ({ message }) => toast('bad', 'Logout Failed', message),
  });
  return { leave: () => logout.mutate({}), leaving: logout.isPending };
}
