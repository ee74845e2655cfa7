import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { openTroubles, type Place, serveApp } from '../loopback/serve.ts';
import { embed } from './embed.ts';
import { judge, type Opinion } from './judge.ts';
import { readTopicAs } from './readTopic.ts';
import { summarize } from './summarize.ts';
import { type Kind, kinds, readTask, type TopicReading } from './task.ts';

const behavior = z.object({
  kind: z.enum(kinds),
  /** Applies to this many requests; afterwards the model's name decides again. */
  times: z.int().positive().optional(),
  /** Delay for `slow`, in milliseconds. */
  ms: z.int().nonnegative().default(30_000),
});
type LlmBehavior = z.input<typeof behavior>;

const chat = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().or(z.array(z.object({ type: z.string(), text: z.string().optional() }))),
    }),
  ),
});

const embedding = z.object({
  model: z.string(),
  input: z.string().or(z.array(z.string())),
  dimensions: z.int().positive().max(4096).default(256),
});

/**
 * A server that speaks OpenAI's protocol but runs no model; `task.ts` says what it understands. The model's name sets its
 * behavior (`faithful`, `invents-number` …; any other name is faithful), or `misbehave` does.
 */
export async function startLlm({
  read,
  opinion,
  ...place
}: Place & {
  /** How it reads topics, instead of by a table for the sample corpus. */
  read?: (topic: string) => TopicReading;
  /** What it knows about papers, instead of the words they share with the topic. */
  opinion?: Opinion;
} = {}) {
  const calls: { path: string; model: string; body: unknown; authorization: string | null }[] = [];
  const overrides = openTroubles<z.output<typeof behavior>>();
  const misbehave = (wanted: Kind | LlmBehavior | null): void => {
    const override = wanted && behavior.parse(typeof wanted === 'string' ? { kind: wanted } : wanted);
    overrides.set(override, override?.times);
  };
  const take = (model: string): z.output<typeof behavior> =>
    overrides.take() ?? behavior.parse({ kind: kinds.find((kind) => kind === model) ?? 'faithful' });

  const app = new Hono();
  /** Serves one address: records the call, and breaks down where the model does. */
  const serve = <T extends { model: string }>(
    path: string,
    shape: z.ZodType<T>,
    answer: (c: Context, asked: T, kind: Kind) => Response | Promise<Response>,
  ) =>
    app.post(path, async (c) => {
      const body = await c.req.json().catch(() => null);
      const { data, error } = shape.safeParse(body);
      if (!data) return c.json(fault(z.prettifyError(error!)), 400);
      const { model } = data;
      calls.push({ path, model, body, authorization: c.req.header('authorization') ?? null });
      const found = take(model);
      return (await breakdown(found)) ?? answer(c, data, found.kind);
    });
  serve('/v1/chat/completions', chat, (c, { model, messages }, kind) => {
    const asked = readTask(textOf(messages.findLast(({ role }) => role === 'user')?.content ?? ''));
    if (!asked) return c.json(fault('the last user message holds no task this server knows'), 400);
    const answer =
      asked.task === 'summarise'
        ? summarize(asked, kind)
        : asked.task === 'judge'
          ? judge(asked, kind, opinion)
          : readTopicAs(asked.topic, kind, read);
    const json = JSON.stringify(answer);
    const content = kind === 'empty' ? '' : kind === 'malformed-json' ? json.slice(0, -20) : json;
    return c.json(completion(model, content, JSON.stringify(messages)));
  });
  serve('/v1/embeddings', embedding, (c, { model, input, dimensions }, kind) => {
    if (kind === 'malformed-json') return new Response('{"object":"list","data":[{"emb', { headers: json });
    const texts = kind === 'empty' ? [] : [input].flat();
    if (kind === 'short-context' && texts.some(({ length }) => length > 1000))
      return c.json(fault('input must have less than 512 tokens'), 413);
    const vectorOf = (text: string) => embed(text, dimensions);
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    const tokens = tokensIn(texts.join(' '));
    return c.json({ object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } });
  });

  const { url: origin, close } = await serveApp(app, place);
  const url = `${origin}/v1`;
  return {
    /** Base address, `…/v1`. */
    url,
    environment: {
      ...{ AI_BASE_URL: url, AI_MODEL: 'faithful' },
      ...{ EMBEDDINGS_BASE_URL: url, EMBEDDINGS_MODEL: 'faithful' },
    },
    calls,
    /** Overrides the behavior of the model's name; null restores it. */
    misbehave,
    close,
  };
}
export type LlmStandIn = Awaited<ReturnType<typeof startLlm>>;

const json = { 'content-type': 'application/json' };

/** The faults that do not depend on the request. */
async function breakdown({ kind, ms }: z.output<typeof behavior>): Promise<Response | null> {
  const limited = fault('Rate limit reached for requests', 'rate_limit_exceeded');
  if (kind === '429') return Response.json(limited, { status: 429, headers: { 'retry-after': '1' } });
  if (kind === '500')
    return Response.json(fault('The server had an error while processing your request'), { status: 500 });
  if (kind === 'slow') await delay(ms, undefined, { ref: false });
  return null;
}

const fault = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});

const textOf = (content: string | { text?: string | undefined }[]): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');

const tokensIn = (text: string): number => Math.ceil(text.length / 4);

function completion(model: string, content: string, prompt: string) {
  const [prompt_tokens, completion_tokens] = [tokensIn(prompt), tokensIn(content)];
  const message = { role: 'assistant', content, refusal: null };
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}
