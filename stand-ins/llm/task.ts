import { z } from 'zod';

/** How a model misbehaves; also the names of the models that do so. */
export const kinds = [
  /** Sentences taken word for word from the abstracts. */
  'faithful',
  'invents-number',
  'invents-quote',
  'invents-paper',
  'overgeneralises',
  /** Does what an abstract tells it to do. */
  'obeys-injection',
  'slow',
  '429',
  '500',
  'malformed-json',
  'empty',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * What the stand-in understands. The last user message holds, alone or between other words, one JSON object:
 *
 *   {"task": "summarise", "topic": "…", "papers": [{"n": 1, "title": "…", "abstract": "…"}]}
 *   {"task": "expand", "topic": "…"}
 *
 * and the answer's content is JSON of the shape `Summary` or `Expansion` below. System messages, the response
 * format and everything else a caller sends are accepted and ignored.
 */
const task = z.discriminatedUnion('task', [
  z.object({
    task: z.literal('summarise'),
    topic: z.string(),
    papers: z.array(z.object({ n: z.number(), title: z.string(), abstract: z.string().nullish() })),
  }),
  z.object({ task: z.literal('expand'), topic: z.string() }),
]);
export type Task = z.output<typeof task>;
export type SummarizeTask = Extract<Task, { task: 'summarise' }>;

/** A sentence, the number of the paper it is about, and words that stand in that paper's abstract. */
export interface Claim {
  text: string;
  paper: number;
  quote: string;
}

export interface Summary {
  overview: Claim[];
  takeaways: Claim[];
}

export interface Expansion {
  expansions: { phrase: string; kind: 'synonym' | 'abbreviation' | 'broader' | 'narrower' | 'related' }[];
}

/** Reads the task out of a message; null when there is none. */
export function readTask(message: string): Task | null {
  const start = message.search(/\{\s*"task"\s*:/);
  if (start < 0) return null;
  const object = message.slice(start, message.lastIndexOf('}') + 1);
  try {
    return task.safeParse(JSON.parse(object)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
