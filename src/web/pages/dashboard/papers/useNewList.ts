import { useState } from 'react';
import { type Desk, deskApi, type ReaderPaper } from '#shared/shelf/paperState.ts';
import { call } from '#web/api/api.ts';

/** The list of new papers: the desk's first page, what was loaded after it, and the paper that is read. */
export function useNewList(userId: string, desk: Desk) {
  const key = `reading ${userId}`;
  const [loaded, setLoaded] = useState({ papers: desk.papers, next: desk.next });
  const [currentId, setCurrentId] = useState(() => sessionStorage.getItem(key));
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { papers, next } = loaded;
  const current = papers.find(({ id }) => id === currentId) ?? papers[0] ?? null;

  const select = (paper: ReaderPaper): ReaderPaper => {
    sessionStorage.setItem(key, paper.id);
    setCurrentId(paper.id);
    return paper;
  };
  const more = async () => {
    if (!next) return;
    setLoading(true);
    setFailed(null);
    try {
      const page = await call(deskApi.papers, { query: { state: 'new', cursor: next } });
      setLoaded((before) => ({ papers: [...before.papers, ...page.papers], next: page.next }));
    } catch (error) {
      setFailed((error as Error).message);
    }
    setLoading(false);
  };
  return {
    groups: [...Map.groupBy(papers, ({ digestId }) => digestId).values()],
    current,
    next,
    loading,
    failed,
    select,
    more: () => void more(),
    /** Selects the paper before or after the current one and returns it; null at either end. */
    beside: (by: 1 | -1): ReaderPaper | null => {
      const at = papers.findIndex(({ id }) => id === current?.id);
      const other = papers[at + by];
      return other ? select(other) : null;
    },
  };
}
