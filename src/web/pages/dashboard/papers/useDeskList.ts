import { useEffect, useState } from 'react';
import { type Desk, deskApi, type ReaderPaper } from '#shared/shelf/paperState.ts';
import { call } from '#web/api/api.ts';

export const deskLists = { new: 'New', kept: 'Kept', done: 'Done' } as const;
export type DeskListName = keyof typeof deskLists;

interface Loaded {
  papers: ReaderPaper[];
  next: string | null;
}

/**
 * The papers of one list of the desk. The first page of new papers comes with the desk; kept and done papers are read when
 * shown. The selected list and paper survive a reload. A list waits for `sent`, which resolves once every answer is
 * stored, so that it includes the papers just moved there.
 */
export function useDeskList(userId: string, desk: Desk, sent: () => Promise<void>) {
  // A new object makes the query run again, even for the same list.
  const [view, setView] = useState(() => ({ name: storedList(userId) }));
  const [fresh, setFresh] = useState<Loaded>({ papers: desk.papers, next: desk.next });
  const [answered, setAnswered] = useState<Loaded | null>(null);
  const [currentId, setCurrentId] = useState(() => sessionStorage.getItem(readingKey(userId)));
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    if (view.name === 'new') return;
    let isWanted = true;
    sent()
      .then(() => pageOf(view.name))
      .then(
        (page) => isWanted && setAnswered(page),
        (error: Error) => isWanted && setFailed(error.message),
      );
    return () => {
      isWanted = false;
    };
  }, [view, sent]);

  const shown = view.name === 'new' ? fresh : answered;
  const papers = shown?.papers ?? [];
  const current = papers.find(({ id }) => id === currentId) ?? papers[0] ?? null;
  const select = (paper: ReaderPaper): ReaderPaper => {
    sessionStorage.setItem(readingKey(userId), paper.id);
    setCurrentId(paper.id);
    return paper;
  };
  const more = async () => {
    if (!shown?.next) return;
    setLoading(true);
    setFailed(null);
    try {
      const page = await pageOf(view.name, shown.next);
      const longer = { papers: [...shown.papers, ...page.papers], next: page.next };
      if (view.name === 'new') setFresh(longer);
      else setAnswered(longer);
    } catch (error) {
      setFailed((error as Error).message);
    }
    setLoading(false);
  };
  return {
    name: view.name,
    /** New papers by digest, others in one group. */
    groups: view.name === 'new' ? [...Map.groupBy(papers, ({ digestId }) => digestId).values()] : [papers],
    current,
    next: shown?.next ?? null,
    isWaiting: !shown && !failed,
    loading,
    failed,
    select,
    more: () => void more(),
    show: (name: DeskListName) => {
      sessionStorage.setItem(listKey(userId), name);
      setAnswered(null);
      setFailed(null);
      setView({ name });
    },
    /** Selects the paper before or after the current one and returns it; null at either end. */
    beside: (by: 1 | -1): ReaderPaper | null => {
      const at = papers.findIndex(({ id }) => id === current?.id);
      const other = papers[at + by];
      return other ? select(other) : null;
    },
  };
}

const pageOf = (state: DeskListName, cursor?: string): Promise<Loaded> =>
  call(deskApi.papers, { query: { state, ...(cursor && { cursor }) } });

const readingKey = (userId: string): string => `reading ${userId}`;
const listKey = (userId: string): string => `desk list ${userId}`;

function storedList(userId: string): DeskListName {
  const name = sessionStorage.getItem(listKey(userId));
  return name === 'kept' || name === 'done' ? name : 'new';
}
