import OpenAI, { APIConnectionTimeoutError, BadRequestError, RateLimitError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { type LlmStandIn, startLlm } from './server.ts';

let llm: LlmStandIn;
let client: OpenAI;
beforeEach(async () => {
  llm = await startLlm();
  client = new OpenAI({ apiKey: 'sk-of-a-test', baseURL: llm.url });
});
afterEach(() => llm.close());

const messages = [{ role: 'user' as const, content: '{"task":"read-topic","topic":"heart failure"}' }];
const expansion = z.object({ aspects: z.array(z.object({ said: z.string(), names: z.array(z.string()) })) });
const model = 'faithful';

describe('OpenAI’s official client', () => {
  it('lists models, and parses a response by its schema', async () => {
    const names: string[] = [];
    for await (const { id } of client.models.list()) names.push(id);
    expect(names).toContain(model);
    const { choices, usage } = await client.chat.completions.parse({
      ...{ model, messages },
      response_format: zodResponseFormat(expansion, 'expansion'),
    });
    const { parsed } = choices[0]!.message;
    expect(parsed!.aspects[0]!.names).toContain('cardiac failure');
    expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
    expect(llm.calls[0]).toMatchObject({ authorization: 'Bearer sk-of-a-test' });
  });

  it('streams a response in pieces, with its usage at the end', async () => {
    const whole = await client.chat.completions.create({ model, messages });
    const stream = client.chat.completions.stream({
      ...{ model, messages },
      stream_options: { include_usage: true },
    });
    let pieces = 0;
    stream.on('content', () => pieces++);
    const final = await stream.finalChatCompletion();
    expect(pieces).toBeGreaterThan(1);
    expect(final.choices[0]!.message.content).toBe(whole.choices[0]!.message.content);
    expect(final.usage).toEqual(whole.usage);
  });

  it('decodes vectors that it requests in base64', async () => {
    const input = ['heart failure in old mice', 'prime gaps'];
    const { data } = await client.embeddings.create({ model, input, dimensions: 64 });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([64, 64]);
    const plain = await client.embeddings.create({ model, input, dimensions: 64, encoding_format: 'float' });
    for (const [at, value] of plain.data[0]!.embedding.entries())
      expect(data[0]!.embedding[at]).toBeCloseTo(value, 5);
  });

  it('retries after a rate limit or a failure, and throws its own error classes', async () => {
    for (const kind of ['429', '500'] as const) {
      llm.misbehave({ kind, times: 1 });
      await client.chat.completions.create({ model, messages });
    }
    expect(llm.calls).toHaveLength(4);
    const once = { maxRetries: 0 };
    llm.misbehave('429');
    await expect(client.chat.completions.create({ model, messages }, once)).rejects.toMatchObject({
      ...{ constructor: RateLimitError, status: 429, code: 'rate_limit_exceeded' },
    });
    llm.misbehave('slow');
    const timeout = { ...once, timeout: 50 };
    await expect(client.chat.completions.create({ model, messages }, timeout)).rejects.toBeInstanceOf(
      APIConnectionTimeoutError,
    );
    llm.misbehave(null);
    const unknown = client.chat.completions.create({ model, messages: [] }, once);
    await expect(unknown).rejects.toBeInstanceOf(BadRequestError);
  });
});
