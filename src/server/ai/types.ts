import type { z } from 'zod';
import type { Platform } from '#platform/platform.ts';
import type { ModelFailure } from './failures.ts';

/** The configured model servers; null where none is configured, and the built-in path does the job. */
export interface Models {
  chat: Chat | null;
  embed: Embedder | null;
}

export interface Chat {
  /** Name shown to the reader as "written by {name}". */
  name: string;
  /**
   * One answer in the wanted shape, from the cache where the same was asked before. Never waits longer than
   * `patienceMs` and never rejects because of a model: what went wrong is an answer too.
   */
  ask<T>(question: Question<T>): Promise<Answer<T>>;
}

export interface Question<T> {
  /** What it is for, for logs and as part of what an answer is kept under. */
  task: string;
  /** The rules, from us. */
  instructions: string;
  /** The matter: sent as JSON, so that no text in it can pass for one of the rules. */
  input: object;
  /** Shape of the answer; every property must be required, as strict servers ask. */
  shape: z.ZodType<T>;
  /** Tokens that the answer may have. */
  answerTokens: number;
  /** Whose budget it counts to; null counts to the day's alone. */
  userId: string | null;
  /** Milliseconds; at most, and by default, what the operator allows. */
  patienceMs?: number;
}

export type Answer<T> = { answer: T; failure: null } | { answer: null; failure: ModelFailure };

export interface Embedder {
  name: string;
  /** Length of the vectors; null before the first answer. */
  readonly dimensions: number | null;
  /**
   * Vectors of length 1, one a text, in order; asked for in batches.
   * @throws ModelTrouble; the latent vectors learned from the library are always there.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>;
}

interface EmbedOptions {
  signal?: AbortSignal;
  /** Milliseconds a batch; half a minute by default. */
  patienceMs?: number;
}

/** What the room needs to count usage, keep answers and write log lines. */
export type ModelContext = Pick<Platform, 'db' | 'log' | 'now'>;
