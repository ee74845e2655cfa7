import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { chromiumFlags, installedChromium } from '#scripts/chromium.ts';
import type { Mail } from '#stand-ins/smtp/server.ts';
import { eventually, newReader, startWorld, type Visitor, type World } from '#test/world.ts';

// Scanners, link previews and prefetching browsers open every link of a mail and run every page. Afterwards no row may
// have changed.

let world: World;
let reader: Visitor & { id: string };
let mail: Mail;
let links: string[];
let before: Tables;

beforeAll(async () => {
  const built = spawnSync('node', ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(built.status, 'the web app is built').toBe(0);
  world = await startWorld();
  reader = await newReader(world, 'ada@example.org');
  await reader.post('/api/immediate-search', { searchTerm: 'CRISPR base editing' });
  mail = await world.smtp.waitFor((mail) => 'list-unsubscribe' in mail.headers, 60);
  links = linksOf(mail);
  before = await tablesAtRest();
}, 300_000);
afterAll(() => world.close());

test('a digest has its links, and leads elsewhere only to its papers', async () => {
  const { origin } = new URL(world.url);
  const own = links.filter((one) => new URL(one).origin === origin).map((one) => one.slice(origin.length));
  for (const path of [
    /^\/digests\/[\w-]+$/,
    /^\/unsubscribe\?token=[\w-]+&ask=1$/,
    /^\/unsubscribe\?token=[\w-]+&ask=1&pause=1$/,
    /^\/api\/unsubscribe\/[\w-]+$/,
    /^\/dashboard$/,
    /^\/feedback\?token=[\w-]{51}&at=[\w-]+\.\d+&verdict=keep$/,
    /^\/feedback\?token=[\w-]{51}&at=[\w-]+\.\d+&verdict=done$/,
    /^\/feedback\?token=[\w-]{51}&at=[\w-]+\.\d+&verdict=less$/,
    /^\/references\/[\w-]+\.ris$/,
    /^\/references\/[\w-]+\.bib$/,
    /^\/references\/[\w-]+\.json$/,
  ])
    expect(
      own.some((link) => path.test(link)),
      String(path),
    ).toBe(true);
  const [digest] = (await reader.get(`/api/users/${reader.id}/digests`)).body;
  const papers = new Set(
    digest.papersData.flatMap(({ url, pdfUrl }: { url: string; pdfUrl: string | null }) => [url, pdfUrl]),
  );
  for (const link of links) if (!link.startsWith(origin)) expect(papers).toContain(link);
});

test('the links for a reference manager work without a sign-in', async () => {
  for (const [ending, type] of [
    ['.ris', 'application/x-research-info-systems'],
    ['.bib', 'application/x-bibtex'],
    ['.json', 'application/vnd.citationstyles.csl+json'],
  ] as const) {
    const answer = await fetch(links.find((link) => link.endsWith(ending))!);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
    expect((await answer.text()).length).toBeGreaterThan(500);
  }
});

const scanners: [who: string, headers: Record<string, string>][] = [
  ['a plain client', {}],
  ['a mail gateway', { 'user-agent': 'Mozilla/5.0 (compatible; MailScanner/1.0)', accept: '*/*' }],
  ['a link preview', { purpose: 'preview', 'x-purpose': 'preview', 'sec-fetch-mode': 'no-cors' }],
  ['a prefetching browser', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' }],
  [
    'a browser that opens it',
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
  [
    'a frame elsewhere',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', origin: 'https://mail.example' },
  ],
];

test.each(scanners)('%s changes nothing by GET and HEAD', async (_, headers) => {
  for (const link of ownLinks())
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(link, { method, headers });
      await answer.arrayBuffer();
      expect(answer.status, `${method} ${link}`).toBeLessThan(500);
    }
  expect(await tablesAtRest()).toEqual(before);
});

test.each([
  ['nobody', false],
  ['the reader, signed in', true],
])(
  'a real browser of %s changes nothing, however long its scripts run',
  { timeout: 240_000 },
  async (_, signedIn) => {
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({ acceptDownloads: true });
      const kept = [...reader.cookies].map(([name, value]) => ({ name, value, url: world.url }));
      if (signedIn) await context.addCookies(kept);
      const ran: string[] = [];
      const press = async (link: string) => {
        const page = await context.newPage();
        page.on('request', (request) => {
          ran.push(request.method());
        });
        await page.goto(link).catch((error: Error) => {
          // A download is not a page.
          if (!/download is starting|ERR_ABORTED/i.test(error.message)) throw error;
        });
        await page.waitForLoadState('networkidle');
        await page.mouse.wheel(0, 5_000);
        await page.waitForTimeout(1_500);
        await page.close();
      };
      // A few at a time, because a machine can handle only so many tabs.
      const waiting = ownLinks();
      const tab = async (): Promise<void> => {
        const link = waiting.pop();
        if (!link) return;
        await press(link);
        await tab();
      };
      await Promise.all(Array.from({ length: 8 }, tab));
      expect(ran.length, 'the pages asked for more than themselves').toBeGreaterThan(ownLinks().length * 2);
      expect(ran.filter((method) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    } finally {
      await browser.close();
    }
    expect(await tablesAtRest()).toEqual(before);
  },
);

test('a press of the button on a link’s page does change something', async () => {
  const token = /\/feedback\?token=([\w-]+)/.exec(links.join(' '))![1];
  const said = await world.browser().call('PUT', `/api/feedback/${token}/state`, { state: 'kept' });
  expect(said.status).toBe(200);
  expect((await tables()).paper_feedback).toHaveLength(1);
  const link = links.find((link) => link.includes('/api/unsubscribe/'))!;
  const answer = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(answer.status).toBe(200);
  expect(await tables()).not.toEqual(before);
});

/** Every link to us, and the calls that their pages make, as if a scanner had run their scripts. */
const ownLinks = (): string[] =>
  links
    .filter((link) => link.startsWith(world.url))
    .flatMap((link) => {
      const { pathname, searchParams } = new URL(link);
      const call = `${world.url}/api/feedback/${searchParams.get('token')}`;
      return pathname === '/feedback' && searchParams.get('verdict') === 'keep' ? [link, call] : [link];
    });

/** Every address in html, text and headers, each once. */
function linksOf({ html, text, headers }: Mail): string[] {
  const hrefs = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'));
  const written = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);
  const listed = [...(headers['list-unsubscribe'] ?? '').matchAll(/<(https?:[^>]+)>/g)].map(([, to]) => to!);
  return [...new Set([...hrefs, ...written, ...listed])];
}

type Tables = Record<string, unknown[]>;

/** Whether a row counts how often pages asked about topics or links were opened, which only reads. */
const isAboutReading = (row: unknown): boolean =>
  /^(?:understanding|weeks|reading|ranking|link):/.test(String((row as { key?: string }).key));

/**
 * Every row of every table, except when a session and its desk were last seen (`desk_visits`), counts of reads, the
 * process's own clocks (`system_state`), and facts it extracts from papers meanwhile (`paper_readings`).
 */
async function tables(): Promise<Tables> {
  const { db } = world.app;
  const { rows: names } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('system_state', 'desk_visits', 'paper_readings')
      order by table_name`,
  );
  const held: Tables = {};
  for (const { name } of names) {
    const { rows } = await db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) - 'last_seen_at' as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
    );
    held[name] = rows.map(({ row }) => row).filter((row) => !(name === 'rate_limits' && isAboutReading(row)));
  }
  expect(Object.keys(held)).toEqual(
    expect.arrayContaining(['users', 'search_terms', 'user_preferences', 'email_digests']),
  );
  return held;
}

/** Waits until no earlier work is still writing: the digest is sent and two snapshots are equal. */
async function tablesAtRest(): Promise<Tables> {
  let last = await tables();
  return eventually(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const now = await tables();
      const same = JSON.stringify(now) === JSON.stringify(last);
      last = now;
      return same && now.email_digests!.every((row) => (row as { status: string }).status === 'sent') && now;
    },
    'the tables to rest',
    60,
  );
}

/** A browser that can reach only this machine. */
const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: installedChromium()!,
    args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
  });
