import { useEffect, useState } from 'react';
import { type Desk, deskApi, type ReaderPaper } from '#shared/shelf/paperState.ts';
import { call } from '#web/api/api.ts';
import { visit } from '#web/api/storage.ts';

export const deskLists = { new: 'New', kept: 'Kept', done: 'Done' } as const;
export type DeskListName = keyof typeof deskLists;

interface Loaded {
  papers: ReaderPaper[];
  next: string | null;
}

/**
 * The papers of one list of the desk. The first page of new papers comes with the desk; kept and done papers are read when
 * shown. The selected list survives a reload. A list waits for `sent`, which resolves once every answer is
 * stored, so that it includes the papers just moved there.
 */
export function useDeskList(userId: string, desk: Desk, sent: () => Promise<void>) {
  // A new object makes the query run again, even for the same list.
  const [view, setView] = useState(() => ({ name: storedList(userId) }));
  // What was loaded after the desk's own page, to which papers are added while it is open.
  const [further, setFurther] = useState<Loaded>({ papers: [], next: desk.next });
  const [answered, setAnswered] = useState<Loaded | null>(null);
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

  const shown =
    view.name === 'new' ? { papers: [...desk.papers, ...further.papers], next: further.next } : answered;
  const papers = shown?.papers ?? [];
  const more = async (): Promise<ReaderPaper | null> => {
    if (!shown?.next || loading) return null;
    setLoading(true);
    setFailed(null);
    try {
      const page = await pageOf(view.name, shown.next);
      const own = view.name === 'new' ? further : shown;
      const longer = { papers: [...own.papers, ...page.papers], next: page.next };
      if (view.name === 'new') setFurther(longer);
      else setAnswered(longer);
      return page.papers[0] ?? null;
    } catch (error) {
      setFailed((error as Error).message);
      return null;
    } finally {
      setLoading(false);
    }
  };
  return {
    name: view.name,
    papers,
    next: shown?.next ?? null,
    isWaiting: !shown && !failed,
    loading,
    failed,
    more,
    show: (name: DeskListName) => {
      visit.setItem(listKey(userId), name);
      setAnswered(null);
      setFailed(null);
      setView({ name });
    },
  };
}

const pageOf = (state: DeskListName, cursor?: string): Promise<Loaded> =>
  call(deskApi.papers, { query: { state, ...(cursor && { cursor }) } });

const listKey = (userId: string): string => `desk list ${userId}`;

function storedList(userId: string): DeskListName {
  const name = visit.getItem(listKey(userId));
  return name === 'kept' || name === 'done' ? name : 'new';
}
