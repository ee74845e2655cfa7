import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startSources } from '#stand-ins/sources/server.ts';
import { addressOf, spawnLitwatch } from '#test/chaos/setup/process.ts';
import { temporaryFolder } from '#test/opened.ts';
import { signupForm, Visitor } from '#test/visitor.ts';
import { startWeeks, type Weeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

const token = 'metrics-token-of-an-operator';
const folder = temporaryFolder();

describe('GET /metrics', () => {
  let weeks: Weeks;
  afterEach(() => weeks.close());
  const ask = (headers: Record<string, string> = {}) => fetch(`${weeks.url}/metrics`, { headers });

  it('reports harvests, digests, mails, queues and request times', async () => {
    weeks = await startWeeks();
    await weeks.follower('watched@example.org', 'heart failure');
    weeks.sources.misbehave('medrxiv', '503');
    await weeks.week();
    const response = await ask();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const figures = read(await response.text());
    const value = (name: string) => figures.get(name);

    expect(value('litwatch_database_up')).toBe(1);
    for (const source of ['pubmed', 'arxiv', 'biorxiv'])
      expect(value(`litwatch_harvest_lag_seconds{source="${source}"}`)).toBeLessThanOrEqual(3600);
    // The source has failed for six days.
    expect(value('litwatch_harvest_lag_seconds{source="medrxiv"}')).toBeGreaterThan(5 * 86_400);
    expect(value('litwatch_harvests{source="medrxiv",status="failed"}')).toBeGreaterThanOrEqual(1);
    expect(value('litwatch_digests{type="immediate",status="sent"}')).toBe(1);
    expect(value('litwatch_mails_total{outcome="sent"}')).toBeGreaterThanOrEqual(2);
    expect(value('litwatch_mails_total{outcome="refused"}')).toBe(0);
    expect(value('litwatch_mails_total{outcome="later"}')).toBe(0);
    expect(value('litwatch_terms_due')).toBe(0);
    expect(value('litwatch_model_tokens{of="digest"}')).toBe(0);
    expect(value('litwatch_papers_without_vector')).toBe(0);
    const waiting = [...figures.keys()].filter((name) => name.startsWith('litwatch_queue_jobs{'));
    expect(waiting.some((name) => name.includes('queue="tick"'))).toBe(true);
    expect([...figures.keys()].some((name) => name.startsWith('litwatch_queue_oldest_seconds{'))).toBe(true);
    const route = 'route="/api/users/:id/digests"';
    await weeks.browser().get('/api/users/0/digests');
    const again = read(await (await ask()).text());
    expect(
      again.get(`litwatch_http_request_duration_seconds_count{method="GET",${route},status="401"}`),
    ).toBe(1);
    // Labels have the contract's path, not the request's, which may contain tokens and has endless values.
    for (const name of again.keys()) expect(name).not.toMatch(/token=|@/);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('answers no request that came through a proxy without the token', async () => {
    weeks = await startWeeks({ corpus: [], environment: { METRICS_TOKEN: token } });
    expect((await ask()).status).toBe(200);
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await ask({ authorization: 'Bearer another' })).status).toBe(404);
    // Through a local proxy, requests come from outside.
    for (const name of ['x-forwarded-for', 'forwarded', 'via'])
      expect((await ask({ [name]: '203.0.113.7' })).status).toBe(404);
    expect((await ask({ 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` })).status).toBe(
      200,
    );
  });
});

it('logs one line per job, without addresses, topics and tokens', async () => {
  const sources = await startSources();
  const log = path.join(folder, 'log');
  const process = spawnLitwatch([], { ...sources.environment, PORT: '0', DATA_DIR: folder }, log);
  try {
    const form = signupForm('logged@example.org', { pendingSearch: 'leopards of zanzibar' });
    await new Visitor(await addressOf(process)).post('/api/signup', form);
    const jobs = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'job done' || msg === 'job failed');
    const counted = () => jobs().filter(({ queue }) => queue === 'harvest' || queue === 'send-mail').length;
    await eventually(async () => counted() === 5, 'four harvests and a mail', 60);
    const ids = jobs().map(({ job }) => job);
    expect(new Set(ids).size).toBe(ids.length);
    const text = expect.any(String);
    for (const line of jobs()) expect(line).toMatchObject({ queue: text, job: text, ms: expect.any(Number) });
    expect(readFileSync(log, 'utf8')).not.toMatch(/logged@example\.org|zanzibar|verify-email\?|token=/i);
  } finally {
    await process.stop();
    await sources.close();
  }
}, 90_000);

/** Samples by name and labels, in the metrics text's notation. */
const read = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1).replace('+Inf', 'Infinity'))];
      }),
  );
