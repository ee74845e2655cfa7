import { z } from 'zod';
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { Usage } from './chat.ts';

type Models = Pick<Config, 'chat' | 'embeddings'>;

type Finding = { isRight: boolean; sentence: string };

/** Asks each configured model server one real question, outside cache and budget. Never rejects. */
export const checkModels = ({ chat, embeddings }: Models, log: Log): Promise<Finding[]> =>
  Promise.all([
    ...(chat ? [inWords(`The chat model ${chat.model}`, checkChat(chat, log))] : []),
    ...(embeddings
      ? [inWords(`The embeddings model ${embeddings.model}`, checkEmbeddings(embeddings, log))]
      : []),
  ]);

const inWords = (model: string, outcome: Promise<string>): Promise<Finding> =>
  outcome.then(
    (sentence) => ({ isRight: true, sentence: `${model} ${sentence}` }),
    (error: Error) => ({ isRight: false, sentence: `${model} gives no usable answer: ${reasonOf(error)}.` }),
  );

const reasonOf = ({ message, cause }: Error): string =>
  (cause instanceof Error ? cause.message : message).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 200);

async function checkChat(chat: NonNullable<Models['chat']>, log: Log): Promise<string> {
  const { modelOf, openRequest } = await import('./chat.ts');
  const request = openRequest(modelOf(chat), { name: chat.model, log });
  const used: Usage = { input: 0, output: 0, calls: 0 };
  const startedAt = performance.now();
  const question = {
    task: 'judge',
    instructions:
      'Say how well each paper fits the topic, from 0 to 3, with a quote from it. Answer with one JSON object and nothing else: {"papers": [{"n": 1, "grade": 3, "quote": "…"}]}',
    input: {
      task: 'judge',
      topic: 'heart failure',
      names: [],
      papers: [{ n: 1, title: 'Diuretics relieve patients with heart failure', abstract: '' }],
    },
    shape: z.object({ papers: z.array(z.object({ n: z.number(), grade: z.number(), quote: z.string() })) }),
    answerTokens: 500,
    userId: null,
  };
  await request(question, used, AbortSignal.timeout(chat.maxWaitMs));
  return `answers in ${Math.round(performance.now() - startedAt)} ms, asked for JSON by ${request.mode()}.`;
}

/** About 1,000 tokens: small models take half of that. */
const longText = 'Diuretics relieve patients with heart failure. '.repeat(90);

async function checkEmbeddings(embeddings: NonNullable<Models['embeddings']>, log: Log): Promise<string> {
  const { openEmbedder } = await import('./embed.ts');
  const [vector] = await openEmbedder(embeddings, { log }).embed([longText]);
  return `takes a long text, and answers with ${vector!.length} dimensions.`;
}
