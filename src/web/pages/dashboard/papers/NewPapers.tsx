import { Keyboard, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me } from '#shared/accounts/me.ts';
import { matchWord } from '#shared/papers/match.ts';
import { shortJournal, sourceLabels } from '#shared/papers/sources.ts';
import type { Desk, ReaderPaper } from '#shared/shelf/paperState.ts';
import { counted } from '#web/digests/digestWords.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { KeysDialog } from '#web/papers/KeysDialog.tsx';
import { MatchBars } from '#web/papers/PaperScore.tsx';
import { useKeys } from '#web/papers/paperKeys.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Link } from '#web/ui/Link.tsx';
import { AnswerButtons, OpenAtSource } from './AnswerButtons.tsx';
import { PaperReader } from './PaperReader.tsx';
import { type Answers, saidOf } from './useAnswers.ts';
import { type DeskListName, deskLists, useDeskList } from './useDeskList.ts';

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
  const title = useRef<HTMLHeadingElement>(null);
  // Shown at once, because the focus is set right after.
  const select = (paper: ReaderPaper) => flushSync(() => list.select(paper));
  const read = (paper: ReaderPaper) => {
    select(paper);
    if (matchMedia('(min-width: 60rem)').matches) title.current?.focus({ preventScroll: true });
    else setOpen('paper');
  };
  const step = async (by: 1 | -1) => {
    const next = await list.beside(by);
    if (next) focusRow(next);
    return next;
  };
  const give = (state: 'kept' | 'done' | 'not') => {
    if (!current) return;
    answers.answer(current, state);
    void step(1);
  };
  useKeys({
    j: () => void step(1),
    k: () => void step(-1),
    s: () => give('kept'),
    e: () => give('done'),
    x: () => give('not'),
    u: () => {
      const undone = answers.undo();
      if (!undone) return;
      select(undone);
      focusRow(undone);
    },
    Escape: () => current && title.current === document.activeElement && focusRow(current),
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
                    ref={title}
                    tabIndex={-1}
                    dir="auto"
                    className="font-serif text-[1.375rem] leading-snug font-semibold text-pretty wrap-anywhere"
                  >
                    {current.paper.title}
                  </h3>
                }
              />
            </div>
            <div className="flex flex-wrap items-center gap-2 border-t border-line px-7 py-3">
              <AnswerButtons paper={current} answers={answers} onAnswered={() => void step(1)} />
              <span className="ml-auto flex flex-wrap">
                <OpenAtSource paper={current} />
              </span>
            </div>
          </article>
        )}
      </div>
      {open === 'paper' && current && (
        <PaperSheet
          paper={current}
          answers={answers}
          onAnswered={async () => (await step(1)) || setOpen(null)}
          onClose={() => setOpen(null)}
        />
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

interface DeskListChoiceProps {
  shown: DeskListName;
  counts: Record<DeskListName, number>;
  onShow: (name: DeskListName) => void;
}

/** Tabs for New, Kept and Done, each with its count. */
const DeskListChoice = ({ shown, counts, onShow }: DeskListChoiceProps) => (
  <fieldset className="flex gap-1 border-b border-line px-3 py-2">
    <legend className="sr-only">Show</legend>
    {Object.entries(deskLists).map(([name, label]) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === shown}
        onClick={() => onShow(name as DeskListName)}
        className="min-h-8 rounded-md border border-transparent px-2.5 text-sm font-medium text-muted hover:bg-wash hover:text-ink aria-pressed:border-edge aria-pressed:bg-wash aria-pressed:text-ink forced-colors:aria-pressed:outline-2 pointer-coarse:min-h-11"
      >
        {label} <span className="font-normal tabular-nums">{inList(counts[name as DeskListName])}</span>
      </button>
    ))}
  </fieldset>
);

const inList = (papers: number): string => (papers > 999 ? '999+' : String(papers));

/** A button for more papers, or a message if the list is empty. */
function DeskListFoot({ list }: { list: ReturnType<typeof useDeskList> }) {
  if (list.isWaiting) return <p className="px-7 py-6 text-sm text-muted">Loading…</p>;
  if (!list.current && !list.failed)
    return (
      <p className="px-7 py-6 text-sm text-muted">
        {list.name === 'done' ? 'No paper is done yet.' : 'Nothing is kept yet.'}
      </p>
    );
  if (!list.next && !list.failed) return null;
  return (
    <div className="border-t border-line px-3 py-2">
      {list.failed && (
        <p role="alert" className="mb-1 text-sm text-bad">
          {list.failed}
        </p>
      )}
      {list.next ? (
        <Button size="small" variant="quiet" pending={list.loading} onClick={list.more}>
          Show more papers
        </Button>
      ) : (
        <Button size="small" variant="quiet" onClick={() => list.show(list.name)}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface PaperRowProps {
  paper: ReaderPaper;
  answers: Answers;
  isCurrent: boolean;
  onOpen: () => void;
}

/** A paper in the list. Once answered, it keeps its height and shows the answer, with Undo. */
function PaperRow({ paper, answers, isCurrent, onOpen }: PaperRowProps) {
  const { journal, source, facts, relevanceScore, why, title, retracted } = paper.paper;
  const state = answers.stateOf(paper);
  const answered = state !== paper.state;
  const meta = [(journal && shortJournal(journal)) || sourceLabels[source], facts?.design?.name]
    .filter(Boolean)
    .join(' · ');
  return (
    <li
      className={`relative min-h-21 border-b border-line py-2.5 pr-3 pl-7 last:border-b-0 ${isCurrent ? 'min-[60rem]:bg-accent-wash' : 'hover:bg-wash'}`}
    >
      {!answered && state === 'new' && (
        <span
          aria-hidden="true"
          className="absolute top-4.5 left-3 size-2 rounded-full bg-accent outline outline-transparent"
        />
      )}
      <button
        type="button"
        id={rowId(paper)}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        dir="auto"
        className={`rounded text-start font-serif text-base leading-snug wrap-anywhere after:absolute after:inset-0 ${answered ? 'text-muted' : 'font-semibold'}`}
      >
        <span className={answered ? 'line-clamp-1' : 'line-clamp-3 min-[60rem]:line-clamp-2'}>{title}</span>
      </button>
      {answered ? (
        <p className="mt-1 flex items-center justify-between gap-2 text-sm text-muted">
          {saidOf[state]}
          <Button
            size="small"
            variant="quiet"
            onClick={() => answers.answer(paper, paper.state)}
            className="relative z-1 shrink-0"
          >
            <Undo2 className="size-4" aria-hidden="true" />
            Undo <span className="sr-only">{title}</span>
          </Button>
        </p>
      ) : (
        <p className="mt-1 flex justify-between gap-3 text-sm text-muted">
          <span dir="auto" className="truncate">
            {meta}
          </span>
          {retracted ? (
            <Badge tone="bad">Retracted</Badge>
          ) : (
            <span className="shrink-0">
              <MatchBars relevance={relevanceScore} why={why} />
              {matchWord(relevanceScore, why)}
            </span>
          )}
        </p>
      )}
    </li>
  );
}

const rowId = ({ id }: ReaderPaper): string => `new-${id}`;

interface PaperSheetProps {
  paper: ReaderPaper;
  answers: Answers;
  /** Goes on to the next paper. */
  onAnswered: () => void;
  onClose: () => void;
}

/** A paper over the list on a narrow screen, with the answer buttons within reach of the thumb. */
const PaperSheet = ({ paper, answers, onAnswered, onClose }: PaperSheetProps) => (
  <Dialog
    open
    wide
    onOpenChange={(open) => open || onClose()}
    title={
      <span dir="auto" className="wrap-anywhere">
        {paper.paper.title}
      </span>
    }
    footer={<AnswerButtons paper={paper} answers={answers} onAnswered={onAnswered} />}
  >
    <PaperReader paper={paper} />
    <p className="mt-4 -ml-3">
      <OpenAtSource paper={paper} />
    </p>
  </Dialog>
);
