import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { readConfig } from '#app/settings.ts';
import { aiAnswers, aiUsage, users } from '#platform/db/schema.ts';
import { type LlmStandIn, startLlm } from '#stand-ins/llm/server.ts';
import { openCorpus } from '#test/corpus.ts';
import { growing, withServer } from '#test/fixtures/sources/server.ts';
import { opened } from '#test/opened.ts';
import { removeOldAnswers } from './answerCache.ts';
import type { Chat, Question } from './models.ts';
import { openModels } from './open.ts';

let llm: LlmStandIn;
const library = await opened(openCorpus());
beforeEach(async () => {
  library.setClock('2026-08-20T09:00:00Z');
  llm = await startLlm();
});
afterEach(async () => {
  await llm.close();
  for (const table of [aiAnswers, aiUsage, users]) await library.db.delete(table);
});

const open = async (environment: Record<string, string> = {}): Promise<Chat> =>
  (await openModels(readConfig({ ...llm.environment, ...environment }), library)).chat!;

const embedder = async (environment: Record<string, string> = {}) =>
  (await openModels(readConfig({ ...llm.environment, ...environment }), library)).embed!;

const question = (topic = 'heart failure', more: Partial<Question<{ aspects: object[] }>> = {}) => ({
  task: 'read-topic',
  instructions: 'Name other words.',
  input: { task: 'read-topic', topic },
  shape: z.object({ aspects: z.array(z.object({ said: z.string(), names: z.array(z.string()) })) }),
  answerTokens: 500,
  userId: null,
  ...more,
});

/** Those of so many questions at once. */
const failuresOf = (chat: Chat, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => (await chat.ask(question(`heart failure ${at}`))).failure),
  );

const usage = () => library.db.select().from(aiUsage);

describe('a chat model', () => {
  it('answers in the wanted shape, with the key, and once for the same question', async () => {
    const chat = await open({ AI_API_KEY: 'a-key' });
    const first = await chat.ask(question());
    expect(first.answer?.aspects).toEqual([expect.objectContaining({ said: 'heart failure' })]);
    expect(await chat.ask(question())).toEqual(first);
    expect(llm.calls).toHaveLength(1);
    const body = { temperature: 0, max_tokens: 500, response_format: { type: 'json_schema' } };
    expect(llm.calls[0]).toMatchObject({ authorization: 'Bearer a-key', body });
    await chat.ask(question('moss'));
    expect(llm.calls).toHaveLength(2);
  });

  it.each([
    ['429', 'rate-limited', 3],
    ['500', 'unavailable', 3],
    ['malformed-json', 'malformed', 1],
    ['empty', 'malformed', 1],
  ] as const)('reports %s as %s, and retries only failures that may pass', async (kind, failure, calls) => {
    llm.misbehave(kind);
    expect(await (await open()).ask(question())).toEqual({ answer: null, failure });
    expect(llm.calls).toHaveLength(calls);
    expect(await library.db.select().from(aiAnswers)).toEqual([]);
  });

  it('retries a call that failed once', async () => {
    llm.misbehave({ kind: '500', times: 1 });
    expect((await (await open()).ask(question())).failure).toBeNull();
    expect(llm.calls).toHaveLength(2);
  });

  it('stops waiting at the limit of the configuration or of the question', async () => {
    llm.misbehave('slow');
    const late = { answer: null, failure: 'timeout' };
    expect(await (await open({ AI_TIMEOUT_SECONDS: '0.2' })).ask(question())).toEqual(late);
    expect(await (await open()).ask(question('moss', { maxWaitMs: 100 }))).toEqual(late);
  });

  it('is left in peace after five failures in a row', async () => {
    const chat = await open();
    llm.misbehave('empty');
    for (let at = 0; at < 5; at++) await chat.ask(question(`topic ${at}`));
    llm.misbehave(null);
    expect(await chat.ask(question())).toEqual({ answer: null, failure: 'circuit' });
    expect(llm.calls).toHaveLength(5);
  });

  const asked = (
    reply: (response: ServerResponse, body: string) => unknown,
    ask: (url: string) => Promise<void>,
  ) =>
    withServer(
      ({ body }, response) => void reply(response.setHeader('content-type', 'application/json'), body),
      (url) => ask(`${url}/v1`),
    );
  const saying = (content: string) =>
    JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });

  it('gets requests in plain JSON after it refused a schema and JSON mode, and has its reasoning removed', async () => {
    const bodies: Record<string, unknown>[] = [];
    const content =
      '<think>Perhaps {"aspects": 5}?</think>Here it is:\n```json\n{"aspects": [{"said": "x\\u0000\\ud83d", "names": []}]}\n```';
    const error = { message: 'response_format is not supported', type: 'invalid_request_error' };
    await asked(
      (response, text) => {
        const body = JSON.parse(text);
        bodies.push(body);
        if (!('response_format' in body || 'temperature' in body || 'max_tokens' in body))
          return response.end(saying(content));
        response.statusCode = 400;
        response.end(JSON.stringify({ error }));
      },
      async (url) => {
        const chat = await open({ AI_BASE_URL: url });
        const { answer } = await chat.ask(question());
        expect(answer).toEqual({ aspects: [{ said: 'x\ufffd', names: [] }] });
        expect((await chat.ask(question('moss'))).failure).toBeNull();
        expect(bodies.map(({ response_format }) => (response_format as { type?: string })?.type)).toEqual([
          ...['json_schema', 'json_object', undefined, undefined],
        ]);
      },
    );
  });

  it('is read up to a bound, as embeddings are', async () => {
    const sockets = new Set<Socket>();
    const endless = (response: ServerResponse) => {
      sockets.add(response.socket!);
      growing['a stream without end']!(response);
    };
    await asked(endless, async (url) => {
      const chat = await open({ AI_BASE_URL: url });
      expect((await chat.ask(question())).failure).toBe('malformed');
      const models = await embedder({ EMBEDDINGS_BASE_URL: url });
      await expect(models.embed(['a text'])).rejects.toMatchObject({ failure: 'malformed' });
    });
    expect([...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)).toBeLessThan(60_000_000);
  });

  it('is read in linear time, whatever its reasoning repeats', () =>
    asked(
      (response) => response.end(saying(`${'<think>'.repeat(120_000)}{"aspects": []}`)),
      async (url) => {
        const startedAt = performance.now();
        expect((await (await open({ AI_BASE_URL: url })).ask(question())).answer).toEqual({ aspects: [] });
        expect(performance.now() - startedAt).toBeLessThan(5000);
      },
    ));

  it('is unreachable when nobody listens', async () =>
    expect((await (await open({ AI_BASE_URL: 'http://127.0.0.1:9/v1' })).ask(question())).failure).toBe(
      'unavailable',
    ));

  it('rejects calls beyond its concurrency and its queue as busy', async () => {
    llm.misbehave({ kind: 'slow', ms: 150 });
    const chat = await open({ AI_CONCURRENCY: '1' });
    const failures = await failuresOf(chat, 10);
    expect(failures.sort()).toEqual(['busy', ...Array(9).fill(null)]);
  });
});

describe('AI budget', () => {
  const reader = async (email: string) =>
    (await library.db.insert(users).values({ email, passwordHash: '-' }).returning())[0]!.id;

  it('counts calls, tokens and cost by day and reader', async () => {
    const userId = await reader('ada@litwatch.example');
    const chat = await open({ AI_PRICE_INPUT: '1', AI_PRICE_OUTPUT: '2', AI_DOLLARS_PER_DAY: '5' });
    await chat.ask(question('heart failure', { userId }));
    const rows = await usage();
    expect(rows.map((row) => row.userId).sort()).toEqual([userId, null].sort());
    for (const { calls, tokens, cost, day } of rows) {
      expect({ calls, day }).toEqual({ calls: 1, day: '2026-08-20' });
      expect(tokens).toBeGreaterThan(10);
      expect(tokens).toBeLessThan(500);
      expect(cost).toBeGreaterThan(tokens);
    }
  });

  it('refuses a task that may use only a share of it before it refuses others', async () => {
    const chat = await open({ AI_TOKENS_PER_DAY: '600' });
    expect((await chat.ask(question('moss', { share: 0.8 }))).failure).toBe('budget');
    expect((await chat.ask(question())).failure).toBeNull();
  });

  it('returns the reserved tokens of a failed call', async () => {
    llm.misbehave('500');
    await (await open()).ask(question());
    expect(await usage()).toMatchObject([{ tokens: 0, calls: 0 }]);
  });

  it('stops one reader before all readers, and starts again the next day', async () => {
    const [ada, bo] = [await reader('ada@litwatch.example'), await reader('bo@litwatch.example')];
    const chat = await open({ AI_TOKENS_PER_READER_AND_DAY: '600', AI_TOKENS_PER_DAY: '1200' });
    const ask = async (topic: string, userId: string) =>
      (await chat.ask(question(topic, { userId }))).failure;
    expect(await ask('heart failure', ada)).toBeNull();
    expect(await ask('quantum', ada)).toBe('budget');
    expect(await ask('heart failure', ada)).toBeNull();
    expect(await ask('quantum', bo)).toBeNull();
    library.setClock('2026-08-21T00:10:00Z');
    expect(await ask('climate', ada)).toBeNull();
  });

  it('holds when many ask at once', async () => {
    const chat = await open({ AI_TOKENS_PER_DAY: '1700', AI_CONCURRENCY: '8' });
    llm.misbehave({ kind: 'slow', ms: 200 });
    expect((await failuresOf(chat, 6)).filter((failure) => failure === 'budget')).toHaveLength(3);
  });

  it('deletes a reader’s usage with the account, and all usage and answers past their retention', async () => {
    const userId = await reader('ada@litwatch.example');
    await (await open()).ask(question('heart failure', { userId }));
    await library.db.delete(users);
    expect(await usage()).toHaveLength(1);
    library.setClock('2026-12-20T09:00:00Z');
    await removeOldAnswers(library);
    expect(await usage()).toEqual([]);
    expect(await library.db.select().from(aiAnswers)).toEqual([]);
  });
});

describe('embeddings', () => {
  it('sends shorter the one text that the server cannot take, and goes on taking the others', async () => {
    const models = await embedder();
    llm.misbehave('short-context');
    const texts = Array.from({ length: 64 }, (_, at) => `text number ${at} `.repeat(at === 41 ? 100 : 1));
    const vectors = await models.embed(texts);
    expect(vectors).toHaveLength(64);
    expect(vectors[40]).toEqual((await models.embed([texts[40]!]))[0]);
    for (let at = 0; at < 6; at++) await models.embed([texts[41]!]);
    await expect(models.embed(['a text'])).resolves.toHaveLength(1);
  });

  it('puts a prefix before papers and topics, and counts it as another model', async () => {
    const prefixes = { EMBEDDINGS_QUERY_PREFIX: 'query: ', EMBEDDINGS_DOCUMENT_PREFIX: 'passage: ' };
    const models = await embedder(prefixes);
    await models.embed(['a paper']);
    await models.embed(['a topic'], { as: 'query' });
    const inputs = llm.calls.map(({ body }) => (body as { input: string[] }).input);
    expect(inputs).toEqual([['passage: a paper'], ['query: a topic']]);
    expect(models.name).toBe('faithful|query: |passage: ');
  });

  it('come in order, of length 1, whatever the number of texts', async () => {
    const models = await embedder();
    const texts = Array.from({ length: 130 }, (_, at) => `text number ${at}`);
    const vectors = await models.embed(texts);
    expect(vectors).toHaveLength(130);
    expect(models.dimensions).toBe(256);
    expect(llm.calls).toHaveLength(3);
    expect(Math.hypot(...vectors[7]!)).toBeCloseTo(1, 5);
    expect(vectors[7]).toEqual((await models.embed(['text number 7']))[0]);
  });

  it.each([
    ['empty', 'malformed'],
    ['malformed-json', 'malformed'],
    ['500', 'unavailable'],
  ] as const)('fails when the server answers %s as %s', async (kind, failure) => {
    const models = await embedder();
    llm.misbehave(kind);
    await expect(models.embed(['a text'])).rejects.toMatchObject({ name: 'ModelTrouble', failure });
  });
});
