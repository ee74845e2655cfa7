import { z } from 'zod';

/** The ways to misbehave, which are also model names. */
export const kinds = [
  /** Sentences taken word for word from the abstracts. */
  'faithful',
  'invents-number',
  'invents-quote',
  'invents-paper',
  'overgeneralises',
  /** Obeys instructions in abstracts. */
  'obeys-injection',
  'slow',
  '429',
  '500',
  'malformed-json',
  'empty',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The requests the stand-in understands. The last user message contains one JSON object, alone or within other text:
 *
 *   {"task": "summarise", "topic": "…", "papers": [{"n": 1, "title": "…", "abstract": "…"}]}
 *   {"task": "expand", "topic": "…"}
 *
 * and the response's content is JSON of the type `Summary` or `Expansion` below. System messages, the response
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

/** A sentence, the number of its paper, and a quote from that paper's abstract. */
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

/** Extracts the task from a message; null if there is none. */
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
