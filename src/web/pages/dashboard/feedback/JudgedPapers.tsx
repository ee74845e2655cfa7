import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, Pin, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { feedbackApi, type JudgedPaper, type Verdict } from '#shared/topics/feedback.ts';
import { type LearnedPhrase, type Learning, learningApi, type PhraseRule } from '#shared/topics/learning.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { call, keyOf, queryClient, reading, useAction, useZone } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { effectOf, oneDigest, verdictLabels } from '#web/papers/verdict.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx';
import { Button } from '#web/ui/Form.tsx';
import { ReadFailed, toast, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { saveAsFile } from '#web/ui/saveAsFile.ts';
import { topicsKey } from '../desk/topicActions.ts';

/** The reader's feedback on a topic's papers. It can be removed one by one or all at once. */
export function JudgedPapers({ me, term, onClose }: { me: Me; term: SearchTerm; onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  const { judged, takeBack, forget, list } = useJudged(me, term);
  const zone = useZone(me);
  const learned = useQuery(reading(learningApi.read, { params: { id: term.id } }));
  // Wait for the papers: a centered dialog that opened empty would move when they arrive.
  const hasSome = Boolean(judged.data?.length);
  const ready = !judged.isPending && !learned.isPending;
  return (
    <Dialog
      open={ready}
      onClose={onClose}
      title={
        <>
          What “<bdi className="wrap-anywhere">{term.term}</bdi>” learned from
        </>
      }
      description="Papers like the ones you liked rank higher in the next digest; papers like the others rank lower."
      footer={
        <>
          {hasSome && (
            <>
              <Button variant="quiet" size="medium" onClick={() => void exportLearning(term)}>
                Export
              </Button>
              <Button variant="danger" onClick={() => setAsking(true)}>
                Remove all
              </Button>
            </>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {hasSome && <LearnedPhrases term={term} />}
      <WhenRead read={judged} failed="The papers could not be loaded">
        {(papers) =>
          papers.length ? (
            <ul ref={list} aria-label="Papers with feedback">
              {papers.map((paper, at) => (
                <Row key={paper.paperId} paper={paper} zone={zone} onTakeBack={() => takeBack(paper, at)} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No feedback left. The next digest is ranked by the topic alone.</p>
          )
        }
      </WhenRead>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove all feedback?"
        description="This removes all your feedback on this topic. Past digests do not change; the next one is ranked by the topic alone. This cannot be undone."
        confirm="Remove all"
        keep="Keep it"
        pending={forget.isPending}
        onConfirm={() => forget.mutate({ params: { id: term.id } }, { onSettled: () => setAsking(false) })}
      />
    </Dialog>
  );
}

/** Downloads the feedback, and what was learned from it, as a JSON file. */
async function exportLearning(term: SearchTerm): Promise<void> {
  const input = { params: { id: term.id } };
  const asked = [call(feedbackApi.list, input), call(learningApi.read, input)] as const;
  const [feedback, learned] = await Promise.all(asked);
  saveAsFile('litwatch-feedback.json', { topic: term.term, feedback, learned });
}

type RowProps = { paper: JudgedPaper; zone: string | undefined; onTakeBack: () => void };

const Row = ({ paper: { title, verdict, at }, zone, onTakeBack }: RowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-line py-3.5 first:border-t-0 sm:flex-nowrap">
    <div className="min-w-0">
      <p dir="auto" className="font-serif leading-snug font-semibold text-pretty wrap-anywhere">
        {title}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
        <Badge tone={verdict === 'more' ? 'accent' : 'neutral'}>{verdictLabels[verdict]}</Badge>
        <AbsoluteDate value={at} zone={zone} />
      </p>
    </div>
    <Button variant="quiet" className="-ml-3 shrink-0 sm:ml-0" onClick={onTakeBack}>
      Remove<span className="sr-only"> feedback on {title}</span>
    </Button>
  </li>
);

/** The list and its changes. Removes at once, and reads the list again if the server refuses. */
function useJudged(me: Me, term: SearchTerm) {
  const params = { id: term.id };
  const queryKey = keyOf(feedbackApi.list, { params });
  const list = useRef<HTMLUListElement>(null);
  const judged = useQuery(reading(feedbackApi.list, { params }));
  const shown = (next: (papers: JudgedPaper[]) => JudgedPaper[]) => {
    const papers = next(queryClient.getQueryData<JudgedPaper[]>(queryKey) ?? []);
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<JudgedPaper[]>(queryKey, papers);
    const count = (wanted: Verdict) => papers.filter(({ verdict }) => verdict === wanted).length;
    const feedback = { more: count('more'), less: count('less') };
    queryClient.setQueryData<SearchTerm[]>(topicsKey(me), (terms) =>
      terms?.map((one) => (one.id === term.id ? { ...one, feedback } : one)),
    );
  };
  const again = () =>
    Promise.all(
      [
        { queryKey },
        { queryKey: keyOf(learningApi.read, { params }) },
        { queryKey: topicsKey(me) },
        oneDigest,
      ].map((filter) => queryClient.invalidateQueries(filter)),
    );
  const failed = ({ message }: Error) => {
    void again();
    toast('bad', 'Feedback Unchanged', message);
  };
  const say = useAction(feedbackApi.say, {
    scope: { id: `feedback ${term.id}` },
    onSuccess: () => {
      void again();
      toast('good', 'Feedback Removed', effectOf(null, term.term));
    },
    onError: failed,
  });
  const forget = useAction(feedbackApi.reset, {
    onSuccess: ({ message }) => {
      shown(() => []);
      void again();
      toast('good', 'All Feedback Removed', message);
    },
    onError: failed,
  });
  const takeBack = ({ paperId }: JudgedPaper, at: number) => {
    // The row is removed, so the focus goes to the next row's button, or to the dialog's own.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, place) => place !== at);
    const dialog = list.current?.closest('[role="dialog"]');
    (
      buttons[Math.min(at, buttons.length - 1)] ??
      dialog?.querySelector<HTMLElement>('footer button:last-child')
    )?.focus();
    shown((papers) => papers.filter((paper) => paper.paperId !== paperId));
    say.mutate({ params, body: { paperId, verdict: null } });
  };
  return { judged, takeBack, forget, list };
}

/** The words that a topic has learned: the reader can keep, invert or remove each, and see what they move. */
function LearnedPhrases({ term }: { term: SearchTerm }) {
  const params = { id: term.id };
  const learned = useQuery(reading(learningApi.read, { params }));
  const rule = useAction(learningApi.rule, {
    scope: { id: `rules ${term.id}` },
    onSuccess: (learning) =>
      void queryClient.setQueryData<Learning>(keyOf(learningApi.read, { params }), learning),
    onError: toastError('Phrase Unchanged'),
  });
  const ask = (phrase: string, wants: PhraseRule['wants'] | null) =>
    rule.mutate({ params, body: { phrase, wants } });
  if (learned.error) return <ReadFailed title="What was learned could not be loaded" read={learned} />;
  if (!learned.data) return <Skeleton className="h-24" />;
  const { phrases, ignored } = learned.data;
  return (
    <section aria-label="What it has learned" className="mb-6 border-b border-line pb-5">
      <p className="text-sm text-muted text-pretty">
        {phrases.length > 0
          ? 'Papers with these words rank higher or lower in the next digest.'
          : 'So far there is too little feedback to tell words apart.'}
      </p>
      {(['more', 'less'] as const).map((wants) => (
        <Direction
          key={wants}
          wants={wants}
          phrases={phrases.filter((one) => one.wants === wants)}
          onAsk={ask}
        />
      ))}
      {ignored.length > 0 && (
        <Group heading="Not learned from">
          {ignored.map((phrase) => (
            <Chip key={phrase} phrase={phrase}>
              <ChipButton label={`Learn from ${phrase} again`} onPress={() => ask(phrase, null)}>
                <X className="size-3.5" />
              </ChipButton>
            </Chip>
          ))}
        </Group>
      )}
    </section>
  );
}

interface DirectionProps {
  wants: 'more' | 'less';
  phrases: LearnedPhrase[];
  onAsk: (phrase: string, wants: PhraseRule['wants'] | null) => void;
}

function Direction({ wants, phrases, onAsk }: DirectionProps) {
  if (phrases.length === 0) return null;
  const opposite = wants === 'more' ? 'less' : 'more';
  return (
    <Group heading={wants === 'more' ? 'More of' : 'Less of'}>
      {phrases.map(({ phrase, isRule, papers }) => (
        <Chip
          key={phrase}
          phrase={phrase}
          hint={isRule ? 'Kept by you' : `From: ${papers.map(({ title }) => title).join(' · ')}`}
        >
          <ChipButton
            label={isRule ? `Do not keep ${phrase}` : `Keep ${phrase}`}
            pressed={isRule}
            onPress={() => onAsk(phrase, isRule ? null : wants)}
          >
            <Pin className="size-3.5" />
          </ChipButton>
          <ChipButton label={`Want ${opposite} of ${phrase}`} onPress={() => onAsk(phrase, opposite)}>
            <ArrowDownUp className="size-3.5" />
          </ChipButton>
          <ChipButton label={`Do not learn from ${phrase}`} onPress={() => onAsk(phrase, 'none')}>
            <X className="size-3.5" />
          </ChipButton>
        </Chip>
      ))}
    </Group>
  );
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="mt-3">
    <h3 className="text-sm font-medium">{heading}</h3>
    <ul className="mt-1.5 flex flex-wrap gap-1.5">{children}</ul>
  </div>
);

const Chip = ({ phrase, hint, children }: { phrase: string; hint?: string; children: ReactNode }) => (
  <li
    title={hint}
    className="inline-flex max-w-full items-center rounded-full bg-wash py-0.5 pr-1 pl-3 text-sm ring-1 ring-line ring-inset"
  >
    <span dir="auto" className="mr-1 truncate">
      {phrase}
      {hint && <span className="sr-only">. {hint}</span>}
    </span>
    {children}
  </li>
);

type ChipButtonProps = { label: string; pressed?: boolean; onPress: () => void; children: ReactNode };

const ChipButton = ({ label, pressed, onPress, children }: ChipButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={pressed}
    onClick={onPress}
    className="inline-flex size-7 shrink-0 items-center justify-center rounded-full text-muted hover:bg-line hover:text-ink aria-pressed:text-accent"
  >
    {children}
  </button>
);
