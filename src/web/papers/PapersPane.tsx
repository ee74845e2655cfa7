import { type ReactNode, useId, useRef, useState } from 'react';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Button } from '../ui/Form.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { PaperReader, PaperVerbs } from './PaperReader.tsx';
import { PaperRow, type PaperRowProps, rowId } from './PaperRow.tsx';
import { useKeys } from './paperKeys.ts';
import { webAddress } from './paperWords.ts';
import { type Answers, canAnswer } from './useAnswers.ts';
import type { Reading } from './useReading.ts';

export interface PaperGroup {
  key: string;
  /** Above its papers. */
  head?: ReactNode;
  /** The list's accessible name, where no head names it. */
  label?: string;
  papers: readonly ReaderPaper[];
}

interface PapersPaneProps {
  reading: Reading;
  answers: Answers;
  groups: readonly PaperGroup[];
  /** Above and below all groups. */
  head: ReactNode;
  foot?: ReactNode;
  /** What is read before the first paper, and the title of its row. */
  first?: { title: string; content: (read: (paper: ReaderPaper | undefined) => void) => ReactNode };
  onShelf?: boolean;
  /** Above the title of a paper that is read. */
  where?: (paper: ReaderPaper) => ReactNode;
  quotesOf?: (paper: ReaderPaper) => string[];
  /** More of its row. */
  row?: (paper: ReaderPaper) => Pick<PaperRowProps, 'lastLine' | 'select' | 'offer'>;
  /** An answer that a mail's link asked for: its button has the focus. */
  ready?: PaperState | undefined;
  /** Below a paper that is read, such as the reader's note. */
  below?: (paper: ReaderPaper) => ReactNode;
}

const wide = '(min-width: 60rem)';

/** A list of papers, and the one that is read: beside it, or in a narrow window over it. Desk, digest and shelf use it. */
export function PapersPane(props: PapersPaneProps) {
  const { reading, answers, groups, head, foot, first, row, ready } = props;
  const { current, select, step } = reading;
  const [open, setOpen] = useState<'paper' | 'keys' | null>(
    ready && !matchMedia(wide).matches ? 'paper' : null,
  );
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const read = (paper: ReaderPaper | undefined) => {
    if (!paper) return;
    select(paper);
    if (matchMedia(wide).matches) title.current?.focus({ preventScroll: true });
    else setOpen('paper');
  };
  usePaneKeys(props, title, () => setOpen('keys'));
  return (
    <>
      <p role="status" className="sr-only">
        {answers.said}
      </p>
      <div className="rounded-[0.625rem] border border-line bg-sheet max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 min-[60rem]:grid min-[60rem]:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col min-[60rem]:border-r min-[60rem]:border-line">
          {first && (
            <div className="border-b border-line px-4 py-4 min-[60rem]:hidden">{first.content(read)}</div>
          )}
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1 text-[0.8125rem]">
            {head}
          </div>
          {first && (
            <button
              type="button"
              aria-current={!current || undefined}
              onClick={() => select(null)}
              className={`min-h-10 border-b border-line px-7.5 text-start font-serif text-base font-semibold max-[60rem]:hidden ${current ? 'hover:bg-wash' : 'bg-accent-wash shadow-[inset_3px_0_var(--color-accent)]'}`}
            >
              {first.title}
            </button>
          )}
          {groups.map(({ key, head, label, papers }) => (
            <div key={key} className="border-b border-line last:border-b-0">
              {head}
              <ul aria-label={label}>
                {papers.map((paper) => (
                  <PaperRow
                    key={paper.id}
                    {...{ paper, answers, ...row?.(paper) }}
                    isCurrent={paper.id === current?.id}
                    onOpen={() => read(paper)}
                  />
                ))}
              </ul>
            </div>
          ))}
          {foot}
        </div>
        {current ? (
          <article aria-labelledby={titleId} className="reader max-[60rem]:hidden">
            <div className="text px-8 pt-5.5 pb-6">
              <Read
                {...props}
                paper={current}
                title={
                  <h3
                    id={titleId}
                    ref={title}
                    tabIndex={-1}
                    dir="auto"
                    className="mt-1.5 font-serif text-[1.375rem] leading-[1.3] font-semibold text-pretty outline-none wrap-anywhere"
                  >
                    {current.paper.title.trim() || 'Untitled'}
                  </h3>
                }
              />
            </div>
            <fieldset className="flex flex-wrap items-center gap-2 border-t border-line px-8 py-3">
              <legend className="sr-only">Your answer</legend>
              <PaperVerbs {...props} paper={current} onAnswered={() => void step(1)} />
            </fieldset>
          </article>
        ) : (
          first && (
            <div className="reader max-[60rem]:hidden">
              <div className="text px-8 pt-5.5 pb-6">{first.content(read)}</div>
              <p className="border-t border-line px-8 py-3">
                <Button size="small" onClick={() => read(groups[0]?.papers[0])}>
                  Read the first paper
                </Button>
              </p>
            </div>
          )
        )}
      </div>
      {open === 'paper' && current && (
        <PaperSheet
          {...props}
          paper={current}
          onAnswered={async () => (await step(1)) || setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function usePaneKeys(props: PapersPaneProps, title: { current: HTMLElement | null }, showKeys: () => void) {
  const { current, select, step } = props.reading;
  const { answers } = props;
  const latest = useRef(props);
  latest.current = props;
  // One after the other: the next paper may still have to be loaded when the next key is pressed.
  const given = useRef(Promise.resolve());
  const give = (state: 'kept' | 'done' | 'not') => {
    given.current = given.current.then(async () => {
      const { reading, answers } = latest.current;
      if (!reading.current || !canAnswer(reading.current)) return;
      answers.answer(reading.current, state);
      await reading.step(1);
    });
  };
  const focusRow = (paper: ReaderPaper) => document.getElementById(rowId(paper))?.focus();
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
    o: () => {
      const address = webAddress(current?.paper.url);
      if (address) window.open(address, '_blank', 'noopener');
    },
    '?': showKeys,
  });
}

interface ReadProps extends PapersPaneProps {
  paper: ReaderPaper;
  title?: ReactNode;
}

const Read = ({ paper, title, where, below, quotesOf, reading: { papers } }: ReadProps) => (
  <div key={paper.id}>
    <p className="text-[0.8125rem] text-muted">
      <span className="max-[60rem]:hidden">
        {papers.findIndex(({ id }) => id === paper.id) + 1} of {papers.length}
      </span>
      {where?.(paper)}
    </p>
    <PaperReader paper={paper.paper} quotes={quotesOf?.(paper) ?? []} later={paper.later} title={title} />
    {below?.(paper)}
  </div>
);

interface PaperSheetProps extends ReadProps {
  /** Goes on to the next paper. */
  onAnswered: () => void;
  onClose: () => void;
}

/** A paper over the list in a narrow window, with the answers within reach of the thumb. */
function PaperSheet({ onAnswered, onClose, ...props }: PaperSheetProps) {
  const { paper, answers, onShelf, ready } = props;
  return (
    <Dialog
      wide
      onClose={onClose}
      title={
        <span dir="auto" className="wrap-anywhere">
          {paper.paper.title}
        </span>
      }
      footer={<PaperVerbs {...{ paper, answers, onShelf, ready, onAnswered }} />}
    >
      <Read {...props} />
    </Dialog>
  );
}
