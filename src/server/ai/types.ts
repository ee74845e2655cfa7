import type { z } from 'zod';
import type { Platform } from '#platform/platform.ts';
import type { ModelFailure } from './trouble.ts';

/** The configured model servers; null where none is configured, and the built-in path does the job. */
export interface Models {
  chat: Chat | null;
  embed: Embedder | null;
}

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
  /** The reader whose budget pays; null charges only the day's budget. */
  userId: string | null;
  /** Milliseconds; AI_TIMEOUT_SECONDS is the default and the upper limit. */
  maxWaitMs?: number;
}

export type Answer<T> = { answer: T; failure: null } | { answer: null; failure: ModelFailure };

export interface Embedder {
  name: string;
  /** Length of the vectors; null before the first answer. */
  readonly dimensions: number | null;
  /**
   * Unit vectors, one for each text, in order; requested in batches.
   * @throws ModelTrouble; callers fall back to the latent vectors learned from the corpus.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>;
}

interface EmbedOptions {
  signal?: AbortSignal;
  /** Milliseconds for each batch; 30,000 by default. */
  maxWaitMs?: number;
}

/** What this room needs to count usage, cache answers and write log lines. */
export type ModelContext = Pick<Platform, 'db' | 'log' | 'now'>;
