import { Check, Dices, HelpCircle, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ScreenedPaper, Screening } from '#shared/topics/screening.ts';
import { useKeys } from '#web/papers/keys/useKeys.ts';
import { PaperAuthors } from '#web/papers/PaperAuthors.tsx';
import { PaperPlace } from '#web/papers/PaperPlace.tsx';
import { notesOf, webAddress } from '#web/papers/paperWords.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { inColumn } from '#web/ui/columns.ts';
import { EmptyState, ErrorState } from '#web/ui/ErrorState.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import type { Queue } from './useScreening.ts';

type ScreeningKey = 'i' | 'e' | 'm' | 'u' | 'o';

/** The paper to read now, with the buttons to decide on it. */
export function ScreeningReader({ screening, queue }: { screening: Screening; queue: Queue }) {
  const [reason, setReason] = useState('');
  const article = useRef<HTMLElement>(null);
  const { paper, decide, undo } = queue;
  const act = (key: ScreeningKey) => {
    if (key === 'u') undo();
    if (key === 'o' && paper) openAtSource(paper);
    if (key === 'i') decide('include');
    if (key === 'm') decide('maybe');
    if (key === 'e') decide('exclude', reason);
    if (key !== 'o') setReason('');
  };
  useKeys({
    i: () => act('i'),
    e: () => act('e'),
    m: () => act('m'),
    u: () => act('u'),
    o: () => act('o'),
  });
  const press = (key: ScreeningKey) => {
    act(key);
    article.current?.focus({ preventScroll: true });
  };
  return (
    <div className={`mt-6 ${inColumn}`}>
      <Progress screening={screening} queue={queue} />
      <article
        ref={article}
        tabIndex={-1}
        aria-label="Paper to decide on"
        className={`mt-6 rounded pb-5 ${paper || queue.isWaiting ? 'min-h-96' : ''}`}
      >
        {paper ? (
          <Shown paper={paper} />
        ) : queue.error ? (
          <ErrorState title="The next papers could not be loaded" onRetry={queue.retry}>
            {queue.error.message}
          </ErrorState>
        ) : queue.isWaiting ? (
          <div aria-busy="true">
            <Skeleton className="h-7 w-3/4" />
            <Skeleton className="mt-4 h-40 w-full" />
          </div>
        ) : (
          <NothingLeft screening={screening} isOnOpen={queue.isOnOpen} />
        )}
      </article>
      {paper && (
        <div className="sticky bottom-0 -mx-4 border-t border-line bg-paper px-4 py-3 sm:mx-0 sm:px-0">
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">Decision</legend>
            <Decision label="Include" hint="i" Icon={Check} isFirst onPress={() => press('i')} />
            <Decision label="Maybe" hint="m" Icon={HelpCircle} onPress={() => press('m')} />
            <Decision label="Exclude" hint="e" Icon={X} onPress={() => press('e')} />
            {queue.canUndo && (
              <Button size="small" variant="quiet" className="ml-auto" onClick={() => press('u')}>
                <Undo2 className="size-4" aria-hidden="true" />
                Undo <Key>u</Key>
              </Button>
            )}
          </fieldset>
        </div>
      )}
      {paper && (
        <form
          className="mt-5 max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            press('e');
          }}
        >
          <TextField
            label="Reason, if you exclude it (optional)"
            value={reason}
            maxLength={100}
            list="screening-reasons"
            enterKeyHint="done"
            onChange={(event) => setReason(event.target.value)}
          />
          <datalist id="screening-reasons">
            {screening.reasons.map(({ reason }) => (
              <option key={reason} value={reason} />
            ))}
          </datalist>
        </form>
      )}
      {!paper && queue.canUndo && (
        <Button size="small" variant="secondary" className="mt-4" onClick={() => press('u')}>
          <Undo2 className="size-4" aria-hidden="true" />
          Undo the last decision
        </Button>
      )}
      <p role="status" className="sr-only">
        {queue.said}
      </p>
    </div>
  );
}

function NothingLeft({ screening, isOnOpen }: { screening: Screening; isOnOpen: boolean }) {
  if (isOnOpen)
    return (
      <EmptyState title="Nothing more was left open">
        {screening.unread ? 'Continue with the unread papers.' : 'Every paper has been read.'}
      </EmptyState>
    );
  return (
    <EmptyState title={screening.identified ? 'Everything has been read' : 'Nothing matches yet'}>
      {screening.identified
        ? 'Add the papers that came since, or export your decisions below.'
        : 'Choose an earlier day below, or widen the topic.'}
    </EmptyState>
  );
}

function Progress({ screening, queue }: { screening: Screening; queue: Queue }) {
  const { identified, unread, sample, maybe } = screening;
  const read = identified - unread;
  const text = `${read.toLocaleString('en')} of ${identified.toLocaleString('en')} read`;
  return (
    <>
      <ProgressBar label="Read" percent={identified ? (100 * read) / identified : 0} text={text} />
      <p className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <span>{text}</span>
        {sample && (
          <span>
            {sample.left} of the {sample.drawn} drawn at random left
          </span>
        )}
        {(maybe > 0 || queue.isOnOpen) && (
          <Button size="small" variant="quiet" onClick={() => queue.turnToOpen(!queue.isOnOpen)}>
            {queue.isOnOpen ? 'Go on with the unread papers' : `Read the ${maybe} left open again`}
          </Button>
        )}
      </p>
    </>
  );
}

function Shown({ paper: { paper, isSampled } }: { paper: ScreenedPaper }) {
  return (
    <>
      {isSampled && (
        <p className="mb-2 text-sm">
          <Badge tone="quiet">
            <Dices className="size-3.5" aria-hidden="true" />
            Drawn at random
          </Badge>
        </p>
      )}
      <h2 dir="auto" className="font-serif text-2xl leading-snug font-semibold text-pretty wrap-anywhere">
        {paper.title}
      </h2>
      <PaperAuthors authors={paper.authors} />
      <PaperPlace paper={paper} />
      {notesOf(paper).map(({ label, sentence, tone }) => (
        <p key={label} className="mt-2 text-sm">
          <Badge tone={tone}>{label}</Badge> <span dir="auto">{sentence}</span>
        </p>
      ))}
      <p
        dir="auto"
        className="mt-4 max-w-[66ch] font-serif text-[1.0625rem] leading-relaxed whitespace-pre-line"
      >
        {paper.abstract?.trim() || `${sourceLabels[paper.source]} provided no abstract.`}
      </p>
    </>
  );
}

interface DecisionProps {
  label: string;
  hint: string;
  Icon: typeof Check;
  isFirst?: boolean;
  onPress: () => void;
}

const Decision = ({ label, hint, Icon, isFirst, onPress }: DecisionProps) => (
  <Button
    size="small"
    variant={isFirst ? 'primary' : 'secondary'}
    className="pointer-coarse:min-h-11"
    onClick={onPress}
  >
    <Icon className="size-4" aria-hidden="true" />
    {label} <Key>{hint}</Key>
  </Button>
);

const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="hidden text-xs opacity-80 min-[60rem]:inline">
    {children}
  </span>
);

function openAtSource({ paper }: ScreenedPaper): void {
  const address = webAddress(paper.url);
  if (address) window.open(address, '_blank', 'noopener,noreferrer');
}
