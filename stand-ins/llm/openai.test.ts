import OpenAI, { APIConnectionTimeoutError, BadRequestError, RateLimitError } from 'openai';
import { opened } from '#test/opened.ts';
import { startLlm } from './server.ts';

const llm = await opened(startLlm());
const client = new OpenAI({ apiKey: 'sk-of-a-test', baseURL: llm.url });
afterEach(() => llm.misbehave(null));

const messages = [{ role: 'user' as const, content: '{"task":"read-topic","topic":"heart failure"}' }];
const asked = { model: 'faithful', messages };

describe('OpenAI’s official client', () => {
  it('gets the same response whole and in pieces, with its usage', async () => {
    const whole = await client.chat.completions.create(asked);
    expect(whole.choices[0]!.message.content).toContain('cardiac failure');
    expect(llm.calls[0]).toMatchObject({ authorization: 'Bearer sk-of-a-test' });
    let pieces = 0;
    const stream = client.chat.completions.stream(asked).on('content', () => pieces++);
    const { choices, usage } = await stream.finalChatCompletion();
    expect(pieces).toBeGreaterThan(1);
    expect([choices[0]!.message.content, usage]).toEqual([whole.choices[0]!.message.content, whole.usage]);
  });

  it('decodes vectors that it requests in base64', async () => {
    const topics = { model: 'faithful', input: ['heart failure in old mice', 'prime gaps'], dimensions: 64 };
    const { data } = await client.embeddings.create(topics);
    const plain = await client.embeddings.create({ ...topics, encoding_format: 'float' });
    for (const [at, { embedding }] of plain.data.entries())
      for (const [axis, value] of embedding.entries())
        expect(data[at]!.embedding[axis]).toBeCloseTo(value, 5);
  });

  it('retries after a rate limit or a failure, and throws its own error classes', async () => {
    for (const kind of ['429', '500'] as const) {
      llm.misbehave({ kind, times: 1 });
      await client.chat.completions.create(asked);
    }
    const once = { maxRetries: 0, timeout: 200 };
    const refusal = (given: object = {}) => client.chat.completions.create({ ...asked, ...given }, once);
    llm.misbehave('429');
    await expect(refusal()).rejects.toBeInstanceOf(RateLimitError);
    llm.misbehave('slow');
    await expect(refusal()).rejects.toBeInstanceOf(APIConnectionTimeoutError);
    llm.misbehave(null);
    await expect(refusal({ messages: [] })).rejects.toBeInstanceOf(BadRequestError);
  });
});
