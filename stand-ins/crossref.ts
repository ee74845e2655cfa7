import { type Context, Hono } from 'hono';
import { openTroubles, type Place, serveApp } from './loopback/serve.ts';

type Update = { DOI: string; type: string; label?: string; source?: 'publisher' | 'retraction-watch' };

/** A record as `/works` returns it; a test sets the fields it needs. */
export interface Registered {
  DOI: string;
  type?: string;
  'update-to'?: Update[];
  'updated-by'?: Update[];
  relation?: Record<string, { 'id-type': string; id: string; 'asserted-by': string }[]>;
  title?: string[];
  abstract?: string;
  author?: { given?: string; family?: string; ORCID?: string }[];
  'container-title'?: string[];
  ISSN?: string[];
  published?: { 'date-parts': number[][] };
  reference?: { key: string; DOI?: string; unstructured?: string }[];
  /** When its DOI was registered; by default when the stand-in first heard of it. */
  createdAt?: Date;
  /** When the record last changed; now by default. */
  indexedAt?: Date;
  /** Counted, and left out of lists until this moment. */
  withheldUntil?: Date;
  /** A page with more than its DOI is not JSON. */
  spoils?: boolean;
}

type RegisteredJournal = { title: string; publisher?: string; ISSN: string[] };

/**
 * The part of Crossref's `/works` that the product uses. Filters of one name are alternatives, an unknown filter is a 400,
 * a DOI registered elsewhere is silently missing, and the cursor continues after the last page.
 */
export async function startCrossref({ now = () => new Date(), ...place }: Place & { now?: () => Date } = {}) {
  const calls: URLSearchParams[] = [];
  const records = new Map<string, Registered>();
  const journals: RegisteredJournal[] = [];
  let repeats = false;
  /** Called when a list has been answered. */
  const hooks = { afterList: null as (() => void) | null };
  const troubles = openTroubles<number>();
  const app = new Hono();

  app.use(async (c, next) => {
    const { searchParams, pathname } = new URL(c.req.url);
    calls.push(searchParams);
    const status = troubles.take();
    if (status) return c.html('<html><body><h1>Too Many Requests</h1></body></html>', status as 429);
    await next();
    if (pathname.endsWith('/works')) hooks.afterList?.();
  });
  app.get('/works', (c) => answer(c, { records: [...records.values()], repeats, at: now() }));
  app.get('/journals', (c) => {
    const words = (c.req.query('query') ?? '').toLowerCase().split(/\s+/);
    const items = journals.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
    const message = { 'total-results': items.length, items };
    return c.json({ status: 'ok', 'message-type': 'journal-list', message });
  });
  const journalOf = (c: Context) => journals.find(({ ISSN }) => ISSN.includes(c.req.param('issn')!));
  app.get('/journals/:issn', (c) => {
    const message = journalOf(c);
    if (!message) return c.text('Resource not found.', 404);
    return c.json({ status: 'ok', 'message-type': 'journal', message });
  });
  app.get('/journals/:issn/works', (c) => {
    const { ISSN = [] } = journalOf(c) ?? {};
    const own = [...records.values()].filter((one) => one.ISSN?.some((issn) => ISSN.includes(issn)));
    return answer(c, { records: own, repeats, at: now() });
  });

  const register = (record: Registered) => {
    const DOI = record.DOI.toLowerCase();
    const before = records.get(DOI);
    const createdAt = record.createdAt ?? before?.createdAt ?? now();
    records.set(DOI, { ...before, ...record, DOI, createdAt, indexedAt: record.indexedAt ?? now() });
  };
  const { url, close } = await serveApp(app, place);
  return Object.assign(hooks, {
    url,
    environment: { CROSSREF: 'on', CROSSREF_URL: url },
    /** Every request, including refused ones. */
    calls,
    addJournal: (...given: RegisteredJournal[]) => void journals.push(...given),
    /** Whether lists begin again on each page, with a cursor that leads in a circle. */
    repeat: (always: boolean) => {
      repeats = always;
    },
    register: (...given: Registered[]) => given.forEach(register),
    /** Registers a notice and the article it refers to. */
    update(about: string, notice: string, update: Omit<Update, 'DOI'>) {
      const entry = (DOI: string): Update => ({ label: update.type, source: 'publisher', ...update, DOI });
      const before = records.get(about.toLowerCase())?.['updated-by'] ?? [];
      register({ DOI: about, type: 'journal-article', 'updated-by': [...before, entry(notice)] });
      const others = records.get(notice.toLowerCase())?.['update-to'] ?? [];
      register({ DOI: notice, type: 'journal-article', 'update-to': [...others, entry(about)] });
    },
    /** Answers the next requests with this status, or all until reset with null. */
    misbehave: troubles.set,
    close,
  });
}
export type CrossrefStandIn = Awaited<ReturnType<typeof startCrossref>>;

type Check = (record: Registered, value: string) => boolean;

const dayOf = ({ indexedAt }: Registered): string => indexedAt!.toISOString().slice(0, 10);
const createdOn = ({ createdAt }: Registered): string => createdAt!.toISOString().slice(0, 10);

const filters: Record<string, Check> = {
  doi: ({ DOI }, value) => DOI === value.toLowerCase(),
  type: ({ type = 'journal-article' }, value) => type === value,
  'update-type': (record, value) => (record['update-to'] ?? []).some(({ type }) => type === value),
  'relation.type': ({ relation = {} }, value) => Object.hasOwn(relation, value),
  'from-index-date': (record, value) => dayOf(record) >= value,
  'until-index-date': (record, value) => dayOf(record) <= value,
  'from-created-date': (record, value) => createdOn(record) >= value,
  'until-created-date': (record, value) => createdOn(record) <= value,
  orcid: ({ author = [] }, value) => author.some(({ ORCID }) => ORCID?.endsWith(value)),
};

type Asked = { records: Registered[]; repeats: boolean; at: Date };

function answer(c: Context, { records, repeats, at }: Asked): Response {
  const wanted = new Map<string, string[]>();
  for (const part of (c.req.query('filter') ?? '').split(',')) {
    const [, name = part, value = ''] = /^([^:]+):(.*)$/.exec(part) ?? [];
    const message = `Filter '${name}' specified but there is no such filter for this route.`;
    if (!Object.hasOwn(filters, name))
      return refused(c, { type: 'filter-not-available', value: name, message });
    wanted.set(name, [...(wanted.get(name) ?? []), value]);
  }
  const rows = Number(c.req.query('rows') ?? 20);
  if (!Number.isInteger(rows) || rows < 0 || rows > 1000) {
    const message = 'Must be a positive integer less than or equal to 1000. ';
    return refused(c, { type: 'integer-not-valid', value: c.req.query('rows'), message });
  }
  const matching = records.filter((record) =>
    [...wanted].every(([name, values]) => values.some((value) => filters[name]!(record, value))),
  );
  const cursor = c.req.query('cursor');
  const offset = cursor && cursor !== '*' ? Number(Buffer.from(cursor, 'base64').toString()) : 0;
  const listed = matching.filter(({ withheldUntil }) => !withheldUntil || withheldUntil <= at);
  const page = listed.slice(repeats ? 0 : offset, repeats ? rows : offset + rows);
  const fields = c.req.query('select')?.split(',');
  if (page.some(({ spoils }) => spoils) && String(fields) !== 'DOI') return c.text('{"status":"ok","message');
  return c.json({
    status: 'ok',
    'message-type': 'work-list',
    'message-version': '1.0.0',
    message: {
      facets: {},
      'total-results': matching.length,
      items: page.map(({ indexedAt: _, withheldUntil: __, createdAt, ...record }) => {
        const whole = { ...record, created: { 'date-time': createdAt!.toISOString() } };
        return Object.fromEntries(Object.entries(whole).filter(([name]) => fields?.includes(name) ?? true));
      }),
      'items-per-page': rows,
      ...(cursor && { 'next-cursor': Buffer.from(String(offset + page.length)).toString('base64') }),
    },
  });
}

const refused = (c: Context, problem: object): Response =>
  c.json({ status: 'failed', 'message-type': 'validation-failure', message: [problem] }, 400);
