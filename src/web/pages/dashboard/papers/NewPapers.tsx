import { Keyboard } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/account.ts';
import type { Desk, ReaderPaper } from '#shared/shelf/paperState.ts';
import { counted } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { webAddress } from '#web/papers/paperWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LazyPart } from '#web/ui/lazy/LazyPart.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import { OpenAtSource, PaperReader } from './PaperReader.tsx';
import { PaperRow, rowId } from './PaperRow.tsx';
import { type Answers, useAnswers } from './useAnswers.ts';
import { type DeskKey, useDeskKeys } from './useDeskKeys.ts';
import { useNewList } from './useNewList.ts';

const PaperSheet = lazy(async () => ({ default: (await import('./PaperSheet.tsx')).PaperSheet }));
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));

interface NewPapersProps {
  me: Me;
  desk: Desk;
  zone: string | undefined;
}

/** What is new, best first in each digest: a list, beside it the paper that is read. */
export function NewPapers({ me, desk, zone }: NewPapersProps) {
  const list = useNewList(me.id, desk);
  const answers = useAnswers(me.id);
  const [open, setOpen] = useState<'paper' | 'keys' | null>(null);
  const { current } = list;
  const read = (paper: ReaderPaper) => {
    list.select(paper);
    if (!matchMedia('(min-width: 60rem)').matches) setOpen('paper');
  };
  const step = (by: 1 | -1) => {
    const next = list.beside(by);
    if (next) focusRow(next);
  };
  const act = useLatest((key: DeskKey) => {
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
    if (key === 's') give(answers, current, 'kept', () => step(1));
    if (key === 'e') give(answers, current, 'done', () => step(1));
    if (key === 'x') give(answers, current, 'not', () => step(1));
    if (key === 'u') {
      const undone = answers.undo();
      if (undone) focusRow(list.select(undone));
    }
    if (key === 'o') openAtSource(current);
    if (key === '?') setOpen('keys');
  });
  useDeskKeys(act);
  const left = desk.unread - answers.count;
  return (
    <section aria-labelledby="new-papers" className="mb-12">
      <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="new-papers" className="font-serif text-xl leading-tight font-semibold sm:text-[1.375rem]">
          {counted(left, 'new paper')}
          {desk.since && desk.sinceVisit > 0 && (
            <span className="text-base font-normal text-muted">
              , {desk.sinceVisit === desk.unread ? '' : `${desk.sinceVisit} of them `}since{' '}
              <AbsoluteDate value={desk.since} weekday short zone={zone} />
            </span>
          )}
        </h2>
        <span className="flex items-center gap-3">
          <Link to="/shelf" className="link rounded text-sm">
            Shelf
          </Link>
          <Button
            size="small"
            variant="quiet"
            onClick={() => setOpen('keys')}
            className="-mr-3 max-[60rem]:hidden"
          >
            <Keyboard className="size-4" aria-hidden="true" />
            Keys
          </Button>
        </span>
      </div>
      <p role="status" className="sr-only">
        {answers.said}
      </p>
      <div className="grid rounded-lg border border-line bg-sheet min-[60rem]:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="min-w-0 min-[60rem]:border-r min-[60rem]:border-line">
          {list.groups.map((papers) => (
            <div key={papers[0]!.digestId}>
              <div className="flex items-baseline justify-between gap-3 bg-wash px-3 py-1.5 text-sm">
                <h3 dir="auto" className="truncate font-medium">
                  {papers[0]!.term}
                </h3>
                <Link to={`/digests/${papers[0]!.digestId}`} className="link shrink-0 rounded">
                  Digest of <AbsoluteDate value={papers[0]!.at} short zone={zone} />
                </Link>
              </div>
              <ul>
                {papers.map((paper) => (
                  <PaperRow
                    key={paper.id}
                    paper={paper}
                    answers={answers}
                    isCurrent={paper.id === current?.id}
                    onOpen={() => read(paper)}
                  />
                ))}
              </ul>
            </div>
          ))}
          {list.next && (
            <div className="border-t border-line px-3 py-2">
              <Button size="small" variant="quiet" pending={list.loading} onClick={list.more}>
                Show more papers
              </Button>
              {list.failed && <p className="mt-1 text-sm text-bad">{list.failed}</p>}
            </div>
          )}
        </div>
        {current && (
          <article
            aria-labelledby="new-paper-title"
            className="hidden min-w-0 flex-col min-[60rem]:sticky min-[60rem]:top-4 min-[60rem]:flex min-[60rem]:self-start"
          >
            <div className="px-7 pt-6 pb-5">
              <PaperReader
                paper={current}
                title={
                  <h3
                    id="new-paper-title"
                    dir="auto"
                    className="font-serif text-[1.375rem] leading-snug font-semibold text-pretty wrap-anywhere"
                  >
                    {current.paper.title}
                  </h3>
                }
              />
            </div>
            <div className="flex flex-wrap items-center gap-2 border-t border-line px-7 py-3">
              <AnswerButtons paper={current} answers={answers} onAnswered={() => step(1)} />
              <span className="ml-auto flex flex-wrap">
                <OpenAtSource paper={current} />
              </span>
            </div>
          </article>
        )}
      </div>
      <LazyPart>
        {open === 'paper' && current && (
          <PaperSheet paper={current} answers={answers} onClose={() => setOpen(null)} />
        )}
        {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      </LazyPart>
    </section>
  );
}

/** A function that never changes and always runs the latest version. */
function useLatest<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  latest.current = run;
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}

function give(
  answers: Answers,
  paper: ReaderPaper | null,
  state: 'kept' | 'done' | 'not',
  then: () => void,
): void {
  if (!paper) return;
  answers.answer(paper, state);
  then();
}

const focusRow = (paper: ReaderPaper): void => document.getElementById(rowId(paper))?.focus();

function openAtSource(paper: ReaderPaper | null): void {
  const address = webAddress(paper?.paper.url);
  if (address) window.open(address, '_blank', 'noopener');
}
