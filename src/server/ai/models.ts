import type { z } from 'zod';
import type { Platform } from '#platform/platform.ts';

declare module '#kit/feature.ts' {
  interface App {
    models: Models;
  }
}

/** The configured model servers; null where none is configured, and the built-in path does the job. */
export type Models = { chat: Chat | null; embed: Embedder | null };

export interface Chat {
  /** Name shown to the reader as "written by {name}". */
  name: string;
  /**
   * One answer in the wanted shape, from the cache if the same question was asked before. Never waits longer than
   * `maxWaitMs` and never rejects because of a model: a failure is returned as a value.
   */
  ask<T>(question: Question<T>): Promise<Answer<T>>;
}

export interface Question<T> {
  /** Name of the task, for logs and the cache key. */
  task: string;
  /** Our instructions, sent as the system message. */
  instructions: string;
  /** The data: sent as JSON, so that no text in it can pass for an instruction. */
  input: object;
  /** Shape of the answer; every property must be required, as strict servers ask. */
  shape: z.ZodType<T>;
  /** Upper bound of the answer, in tokens. */
  answerTokens: number;
  /** It is asked only while less than this share of a budget is used, so that more important tasks have the rest; 1 by default. */
  share?: number;
  /** The reader whose budget pays; null charges only the day's budget. */
  userId: string | null;
  /** Milliseconds; AI_TIMEOUT_SECONDS is the default and the upper limit. */
  maxWaitMs?: number;
}

export type Answer<T> = { answer: T; failure: null } | { answer: null; failure: ModelFailure };

export interface Embedder {
  /** The model with its prefixes: vectors of another name are not comparable. */
  name: string;
  /** Length of the vectors; null before the first answer. */
  readonly dimensions: number | null;
  /**
   * Unit vectors, one for each text, in order; requested in batches. A text that is too long for the server is sent
   * shorter.
   * @throws ModelTrouble; callers fall back to the latent vectors learned from the corpus.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>;
}

interface EmbedOptions {
  /** What the texts are; some models want a prefix for each. Documents by default. */
  as?: 'query' | 'document';
  signal?: AbortSignal;
  /** Milliseconds for each batch; 30,000 by default. */
  maxWaitMs?: number;
}

/** What this room needs to count usage, cache answers and write log lines. */
export type ModelContext = Pick<Platform, 'db' | 'log' | 'now'>;

const modelFailures = [
  /** The budget of the day or of the reader is used up. */
  'budget',
  /** The circuit is open after repeated failures. */
  'circuit',
  /** Too many calls are running. */
  'busy',
  'timeout',
  'rate-limited',
  /** Unreachable, or it answered with a server error. */
  'unavailable',
  /** It lets nobody in: a wrong key, an unknown model. */
  'refused',
  /** It cannot take this request, for example because a text is too long. Others may pass. */
  'rejected',
  /** The answer is empty, no JSON, or of another shape. */
  'malformed',
] as const;
export type ModelFailure = (typeof modelFailures)[number];

/** A model server gave no usable answer. */
export class ModelTrouble extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause?: unknown) {
    super(`The model did not answer: ${failure}.`, { cause });
    this.name = 'ModelTrouble';
    this.failure = failure;
  }
}
