import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { visit } from '#web/api/storage.ts';
import { rowId } from './PaperRow.tsx';

export interface Reading {
  papers: readonly ReaderPaper[];
  current: ReaderPaper | null;
  /** Null reads what comes before the papers. */
  select: (paper: ReaderPaper | null) => void;
  /** Goes to the paper before or after the current one, loading more at the end; null if there is none. */
  step: (by: 1 | -1) => Promise<ReaderPaper | null>;
}

interface Options {
  /** Loads further papers and returns the first of them. */
  more?: (() => Promise<ReaderPaper | null>) | undefined;
  /** A name under which the current paper survives a reload. */
  remembered?: string;
  /** Whether something comes before the first paper. */
  hasFirst?: boolean;
  /** The paper to begin with. */
  start?: string | undefined;
}

/** Which paper of a list is read. */
export function useReading(
  papers: readonly ReaderPaper[],
  { more, remembered, hasFirst, start }: Options,
): Reading {
  // The first paper by its id, so that a paper that comes in above it does not take its place.
  const [id, setId] = useState(
    () => start ?? (remembered && visit.getItem(remembered)) ?? (hasFirst ? undefined : papers[0]?.id),
  );
  const current = papers.find((paper) => paper.id === id) ?? (hasFirst ? null : (papers[0] ?? null));
  const select = (paper: ReaderPaper | null) => {
    if (remembered && paper) visit.setItem(remembered, paper.id);
    // Shown at once, because the focus is set right after.
    flushSync(() => setId(paper?.id));
  };
  const step = async (by: 1 | -1) => {
    const at = papers.findIndex((paper) => paper.id === current?.id) + by;
    const next = papers[at] ?? (more && at === papers.length ? await more() : null);
    if (!next && at < 0 && hasFirst) select(null);
    if (!next) return null;
    select(next);
    document.getElementById(rowId(next))?.focus();
    return next;
  };
  return { papers, current, select, step };
}
