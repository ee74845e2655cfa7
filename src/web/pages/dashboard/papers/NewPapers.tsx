import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Desk, ReaderPaper } from '#shared/shelf/paperState.ts';
import { counted } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { KeysDialog } from '#web/papers/KeysDialog.tsx';
import { useKeys } from '#web/papers/paperKeys.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { Link } from '#web/ui/Link.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import { DeskListChoice, DeskListFoot } from './DeskLists.tsx';
import { OpenAtSource } from './OpenAtSource.tsx';
import { PaperReader } from './PaperReader.tsx';
import { PaperRow, rowId } from './PaperRow.tsx';
import { PaperSheet } from './PaperSheet.tsx';
import type { Answers } from './useAnswers.ts';
import { deskLists, useDeskList } from './useDeskList.ts';

interface NewPapersProps {
  me: Me;
  desk: Desk;
  answers: Answers;
  zone: string | undefined;
}

/** New papers, best first in each digest: a list, and the selected paper beside it. */
export function NewPapers({ me, desk, answers, zone }: NewPapersProps) {
  const list = useDeskList(me.id, desk, answers.sent);
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
  const give = (state: 'kept' | 'done' | 'not') => {
    if (!current) return;
    answers.answer(current, state);
    step(1);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    s: () => give('kept'),
    e: () => give('done'),
    x: () => give('not'),
    u: () => {
      const undone = answers.undo();
      if (undone) focusRow(list.select(undone));
    },
    o: () => openAtSource(current),
    '?': () => setOpen('keys'),
  });
  const counts = {
    new: desk.unread + answers.grownBy('new'),
    kept: desk.kept + answers.grownBy('kept'),
    done: desk.done + answers.grownBy('done'),
  };
  return (
    <section aria-labelledby="new-papers" className="mb-12">
      <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="new-papers" className="font-serif text-xl leading-tight font-semibold sm:text-[1.375rem]">
          {counted(counts.new, 'new paper')}
          {desk.since && desk.sinceVisit > 0 && (
            <span className="text-base font-normal text-muted">
              , {desk.sinceVisit === desk.unread ? '' : `${desk.sinceVisit} of them `}since{' '}
              <AbsoluteDate value={desk.since} weekday short zone={zone} />
            </span>
          )}
        </h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() => setOpen('keys')}
          className="-mr-3 max-[60rem]:hidden"
        >
          <Keyboard className="size-4" aria-hidden="true" />
          Keys
        </Button>
      </div>
      <p role="status" className="sr-only">
        {answers.said}
      </p>
      <div className="grid rounded-lg border border-line bg-sheet min-[60rem]:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="min-w-0 min-[60rem]:border-r min-[60rem]:border-line">
          <DeskListChoice shown={list.name} counts={counts} onShow={list.show} />
          {list.groups.map((papers, at) => (
            <div key={papers[0]?.digestId ?? at}>
              {list.name === 'new' && papers[0] && <DigestHead paper={papers[0]} zone={zone} />}
              <ul aria-label={list.name === 'new' ? undefined : `${deskLists[list.name]} papers`}>
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
          <DeskListFoot list={list} />
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
      {open === 'paper' && current && (
        <PaperSheet paper={current} answers={answers} onClose={() => setOpen(null)} />
      )}
      {open === 'keys' && <KeysDialog keys={deskKeys} onClose={() => setOpen(null)} />}
    </section>
  );
}

const DigestHead = ({ paper, zone }: { paper: ReaderPaper; zone: string | undefined }) => (
  <div className="flex items-baseline justify-between gap-3 bg-wash px-3 py-1.5 text-sm">
    <h3 dir="auto" className="truncate font-medium">
      {paper.term}
    </h3>
    <Link to={`/digests/${paper.digestId}`} className="link alone shrink-0 rounded">
      Digest of <AbsoluteDate value={paper.at} short zone={zone} />
    </Link>
  </div>
);

const deskKeys = ['j', 'k', 's', 'e', 'x', 'u', 'o', '?'] as const;

const focusRow = (paper: ReaderPaper): void => document.getElementById(rowId(paper))?.focus();

function openAtSource(paper: ReaderPaper | null): void {
  const address = webAddress(paper?.paper.url);
  if (address) window.open(address, '_blank', 'noopener');
}
