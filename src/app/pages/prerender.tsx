import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { shownFeatures } from '#features/web.ts';
import type { Frame } from '#kit/web.tsx';
import { pages } from '#shared/site/pages.ts';
import { blanks, rendered, withoutPlans } from '#shared/site/rendered.ts';
import { type Site, siteApi } from '#shared/site/site.ts';
import { keyOf } from '#web/api/api.ts';
import { hintKey, pendingKey, returnKey } from '#web/api/session.ts';
import { Header } from '#web/layout/Page.tsx';
import { AuthPage } from '#web/pages/auth/AuthPage.tsx';
import { LandingPage, promise } from '#web/pages/landing/LandingPage.tsx';
import { PrivacyPage } from '#web/pages/legal/PrivacyPage.tsx';
import { TermsPage } from '#web/pages/legal/TermsPage.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';

type Document = { path: string; title: string; description: string; page: ReactElement };

const documents: Document[] = [
  { path: '/', title: `Litwatch: ${promise.title}`, description: promise.lead, page: <LandingPage /> },
  {
    path: '/terms',
    title: 'Terms and Conditions · Litwatch',
    description: 'What Litwatch is and is not, your account, liability and governing law.',
    page: <TermsPage />,
  },
  {
    path: '/privacy',
    title: 'Privacy Policy · Litwatch',
    description: 'What Litwatch collects, why, who sees it, and your rights under the GDPR and the CCPA.',
    page: <PrivacyPage />,
  },
];

/**
 * The prerendered documents by file name, with plans and without, each placed into `frame` (the built public.html).
 * The `<title>` that React would hoist is removed, because the head is written here.
 */
export async function prerender(frame: string): Promise<Map<string, string>> {
  const frames = await Promise.all(shownFeatures.map(async ({ frame }) => frame?.()));
  return new Map([
    ...documents.flatMap((document): [string, string][] => {
      const file = rendered[document.path]!;
      return [
        [file, fill(frame, document, { plans: true })],
        [withoutPlans(file), fill(frame, document, { plans: false })],
      ];
    }),
    ...frames.flatMap((one): [string, string][] => (one ? [[one.file, withoutScript(frame, one)]] : [])),
  ]);
}

/**
 * The shell of the app, with a header where pages will be drawn, so that a slow connection shows something seconds before
 * the script arrives and replaces it. The product's name keeps its space but stays invisible: loading its font would delay
 * the script by a second, and a fallback font would visibly change. A script that never arrives cannot report that, so the
 * message is here too, and styles show it after ten seconds.
 */
export const withHeader = (shell: string): string =>
  shell.replace('<div id="root"></div>', () => {
    const header = renderToStaticMarkup(
      <div className="flex min-h-dvh flex-col font-[system-ui] [&_.font-serif]:font-[system-ui] [&_.font-serif]:text-transparent">
        <Header />
        <Late />
      </div>,
    );
    return `<div id="root">${header}</div>`;
  });

/**
 * The shell with the page for a first visitor above its root (see `drawn.ts`), with plans and without, and the script that runs
 * before its first paint. That loads the app's scripts behind the first paint, whose styles and fonts they would delay, except
 * for a visitor with a topic, or who comes to sign in: they are shown another page than the drawn one. A browser that blocks
 * storage remembers nothing of either, so its refusal is no error.
 */
export const drawnFirst = (shell: string): [file: string, text: string][] => [
  [signUpFile, withSignUp(shell, true)],
  [withoutPlans(signUpFile), withSignUp(shell, false)],
  [
    'drawn.js',
    `const start = () => document.head.append(document.getElementById('scripts').content);
let isSeen = !document.hidden;
try {
  if (sessionStorage.${pendingKey} || sessionStorage.${returnKey} || localStorage.${hintKey}) {
    document.documentElement.classList.add('returning');
    isSeen = false;
  }
} catch {}
if (isSeen) requestAnimationFrame(() => setTimeout(start));
else start();
`,
  ],
];

const signUpFile = pages.find(({ path }) => path === '/auth')!.drawn!;

function withSignUp(shell: string, plans: boolean): string {
  const page = body(
    <Router ssrPath="/auth">
      <AuthPage />
      <p className="late fixed inset-x-0 bottom-0 border-t border-line bg-warn-wash px-4 py-2 text-center text-sm text-warn">
        Still loading. Your connection may be slow.
      </p>
    </Router>,
    { plans, signup: 'open', signIn: { passwords: true, passwordRule: 'kinds' } },
  ).replaceAll('<button ', '<button disabled="" ');
  const [title] = page.match(titleTag)!;
  return shell
    .replace(titleTag, () => title)
    .replace(
      /<script type="module"[\s\S]*?(?=<\/head>)/,
      '<template id="scripts">$&</template><script src="/drawn.js"></script>',
    )
    .replace('<div id="root">', () => `<div id="drawn">${page.replace(title, '')}</div><div id="root">`);
}

const titleTag = /<title>[^<]*<\/title>/;

const Late = () => (
  <main id="content" tabIndex={-1} className="late mx-auto w-full max-w-md grow px-4 py-10 sm:px-6 sm:py-16">
    <p className="text-3xl leading-tight font-semibold">Still loading</p>
    <p className="mt-2.5 leading-relaxed text-muted">
      Your connection may be slow, or it was interrupted before the page was complete.
    </p>
    {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page’s own, with its question mark */}
    <a href="" className={buttonClass({ className: 'mt-7' })}>
      Try again
    </a>
  </main>
);

/** A feature's document without a script. */
const withoutScript = (frame: string, { title, page }: Frame): string =>
  frame
    .replace('<!--head-->', () =>
      renderToStaticMarkup(
        <>
          <title>{`${title} · Litwatch`}</title>
          <meta name="robots" content="noindex, nofollow" />
        </>,
      ),
    )
    .replace('<!--page-->', () => body(page, { plans: false }).replace(titleTag, ''))
    .replace(/<script\b[^>]*><\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    // The button needs the script.
    .replace(/<button\b[^>]*data-cookie-settings[^>]*>[^<]*<\/button>/, '');

const fill = (frame: string, document: Document, edition: Pick<Site, 'plans'>): string =>
  frame
    .replace('<!--head-->', () => head(document))
    .replace('<!--page-->', () => body(document.page, edition).replace(titleTag, ''));

function body(page: ReactElement, site: Partial<Site>): string {
  const queryClient = new QueryClient();
  queryClient.setQueryData(keyOf(siteApi.read), { ...blanks, ...site } as Site);
  return renderToStaticMarkup(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

const head = ({ path, title, description }: Omit<Document, 'page'>): string => {
  const address = `${blanks.baseUrl}${path}`;
  return renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Litwatch" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${blanks.baseUrl}/social.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={socialAlt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>,
  );
};

const socialAlt = 'Litwatch: the new papers on your topic, in your inbox';
