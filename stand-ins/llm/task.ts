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
  /** Judges every paper alike, the wrong way round, only some, or others than those it was asked about. */
  'all3',
  'all0',
  'reversed',
  'missing',
  'foreign',
  /** An embeddings server that takes at most 1,000 characters a text. */
  'short-context',
  /** Answers in German. */
  'other-language',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The requests the stand-in understands. The last user message contains one JSON object, alone or within other text:
 *
 *   {"task": "summarise", "topic": "…", "papers": [{"n": 1, "title": "…", "abstract": "…"}]}
 *   {"task": "read-topic", "topic": "…"}
 *   {"task": "judge", "topic": "…", "names": ["…"], "papers": [{"n": 1, "title": "…", "abstract": "…"}]}
 *
 * and the response's content is JSON of the type `Summary`, `TopicReading` or `Judgments` below. System messages, the response
 * format and everything else a caller sends are accepted and ignored.
 */
const papers = z.array(z.object({ n: z.number(), title: z.string(), abstract: z.string().nullish() }));
const task = z.discriminatedUnion('task', [
  z.object({ task: z.literal('summarise'), topic: z.string(), papers }),
  z.object({ task: z.literal('read-topic'), topic: z.string() }),
  z.object({ task: z.literal('judge'), topic: z.string(), names: z.array(z.string()), papers }),
]);
export type Task = z.output<typeof task>;
export type SummarizeTask = Extract<Task, { task: 'summarise' }>;
export type JudgeTask = Extract<Task, { task: 'judge' }>;

/** A sentence, the number of its paper, and a quote from that paper's abstract. */
export type Claim = { text: string; paper: number; quote: string };

export interface Summary {
  overview: Claim[];
  groups?: { label: string; papers: number[] }[];
  absent?: string[];
  takeaways: Claim[];
}

export interface TopicReading {
  language: string;
  corrected: string;
  /** The topic's parts: words of it, and their other names. */
  aspects: { said: string; names: string[] }[];
  not: string[];
  kind: string;
}

export type Judgments = { papers: { n: number; grade: number; quote: string }[] };

/** An instruction in a paper's text, from its first word on; null if there is none. */
export const commandIn = ({ title, abstract }: SummarizeTask['papers'][number]): string | null =>
  /(?:(?:ignore|disregard|forget)\b[^.]*\b(?:instructions?|rules?|prompts?)|\b(?:give|award|assign|rate|grade)\b[^.]*\b(?:grade|3|highest|top))\b[\s\S]*/i.exec(
    `${title}\n${abstract ?? ''}`,
  )?.[0] ?? null;

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
