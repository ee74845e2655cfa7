import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The root of the repository, from which the product is started. */
export const root = path.join(import.meta.dirname, '..', '..');

/** Real records of the four sources (`*.jsonl.gz`), kept beside the repository; may be missing. */
export const corpusFolder = path.join(root, '..', 'shared', 'corpus');

/** Collections with relevance judgments, kept beside the repository; may be missing. */
export const judgedFolder = path.join(root, '..', 'shared', 'ranking');

/** Hand-made pairs of records and titles of notices, kept beside the repository; may be missing. */
export const mergingFolder = path.join(root, '..', 'shared', 'merging');

/** A new empty folder for one bench, which removes it when it is done. */
export const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'litwatch-bench-'));
