import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, ExternalLink, Minus, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OpenedDigest } from '#shared/digests/digest.ts';
import type { Paper, PaperState } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { verdicts } from '#shared/topics/feedback.ts';
import { Badge } from '../ui/Badge.tsx';
import { PaperAbstract } from './PaperAbstract.tsx';
import { PaperAuthors, PaperFacts } from './PaperFacts.tsx';
import { PaperPlace } from './PaperPlace.tsx';
import { PaperScore } from './PaperScore.tsx';
import { paperAnchor, usePaperKeysOn } from './paperKeys.ts';
import { notesOf, webAddress, whyOf } from './paperWords.ts';
import { isOneDigest, type Judged, useAnswer, useSay, verdictLabels } from './verdict.ts';

interface PaperEntryProps {
  paper: Paper;
  /** The paper's number, from 1, as the summary cites it. */
  number: number;
  /** Quotes of its abstract that the summary is based on. */
  quotes: readonly string[];
  heading: 'h3' | 'h4';
  /** The reader's feedback; null where none is possible. */
  judged: Judged | null;
}

/** One paper of a digest: what it is, what it found, how relevant it is, and why. */
export function PaperEntry({ paper, number, quotes, heading: Heading, judged }: PaperEntryProps) {
  const why = whyOf(paper);
  return (
    <li
      id={paperAnchor(number)}
      tabIndex={-1}
      className="relative -mx-3 scroll-mt-2 px-3 py-5 before:absolute before:inset-x-3 before:top-0 before:border-t before:border-line first:pt-0 first:before:hidden in-[[role=dialog]]:scroll-mt-28 sm:-ml-7 sm:pl-7 sm:before:left-7"
    >
      <Heading className="flex gap-2.5 font-serif text-lg leading-snug font-semibold text-pretty">
        <span
          aria-hidden="true"
          className="font-normal text-muted sm:absolute sm:left-0 sm:w-5 sm:text-right"
        >
          {number}
        </span>
        <Title paper={paper} number={number} />
      </Heading>
      <PaperAuthors authors={paper.authors} />
      <PaperPlace paper={paper} />
      <PaperFacts paper={paper} />
      {notesOf(paper).map(({ label, sentence, tone }) => (
        <p key={label} className="mt-2 text-sm">
          <Badge tone={tone}>{label}</Badge> <span dir="auto">{sentence}</span>
        </p>
      ))}
      {paper.takeaway && (
        <p dir="auto" className="mt-2.5 max-w-[66ch] font-serif leading-relaxed">
          {paper.takeaway}
        </p>
      )}
      {paper.abstract?.trim() ? (
        <PaperAbstract abstract={paper.abstract.trim()} quotes={quotes} />
      ) : (
        <p className="mt-2 text-sm text-muted">{sourceLabels[paper.source]} provided no abstract.</p>
      )}
      <PaperScore paper={paper} className="mt-2" />
      {why && (
        <p className="mt-1 text-sm text-muted">
          <span className="font-medium">Why:</span> {why}
        </p>
      )}
      {judged && <PaperVerdict judged={judged} number={number} />}
    </li>
  );
}

function Title({ paper, number }: { paper: Paper; number: number }) {
  const [on] = usePaperKeysOn();
  const address = webAddress(paper.url);
  const title = paper.title.trim() || 'Untitled';
  return (
    <>
      <span className="sr-only">Paper {number}: </span>
      <span dir="auto" className="min-w-0 grow wrap-anywhere">
        {address ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-keyshortcuts={on ? 'o' : undefined}
            className="rounded py-1 text-accent decoration-1 underline-offset-4 hover:text-accent-strong hover:underline"
          >
            {title}
            {/* The no-break space keeps the icon on the line of the last word. */}
            {'\u00a0'}
            <ExternalLink
              className="inline-block size-3.5 align-baseline text-muted print:hidden"
              aria-hidden="true"
            />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          title
        )}
      </span>
    </>
  );
}

const icons = { more: Plus, less: Minus };

/** Keep and two feedback buttons. Pressing an active one undoes it. Keys press them too, see `usePaperKeys`. */
function PaperVerdict({ judged, number }: { judged: Judged; number: number }) {
  const say = useSay(judged);
  const keep = useKeep(judged);
  return (
    <fieldset className="mt-1.5 -ml-2 flex min-w-0 flex-wrap gap-1 print:hidden">
      <legend className="sr-only">Paper {number}</legend>
      <Choice
        Icon={Bookmark}
        name="state"
        shortcut="s"
        pressed={judged.state === 'kept'}
        onPress={() => keep('kept')}
      >
        {judged.state === 'kept' ? 'Kept' : 'Keep'}
      </Choice>
      {verdicts.map((verdict) => (
        <Choice
          key={verdict}
          Icon={icons[verdict]}
          name="verdict"
          shortcut={verdict === 'less' ? 'x' : undefined}
          pressed={judged.verdict === verdict}
          onPress={() => say(judged.verdict === verdict ? null : verdict)}
        >
          {verdictLabels[verdict]}
        </Choice>
      ))}
    </fieldset>
  );
}

/** Puts a paper of an open digest on the shelf, or takes it off. */
function useKeep(judged: Judged): (wanted: PaperState) => void {
  const client = useQueryClient();
  return useAnswer(judged, (state) =>
    client.setQueriesData<OpenedDigest>(
      { predicate: isOneDigest },
      (digest) => digest && { ...digest, states: { ...digest.states, [judged.paperId]: state } },
    ),
  );
}

interface ChoiceProps {
  Icon: ComponentType<{ className: string }>;
  /** The question it answers. Answers with the same name replace each other. */
  name: 'state' | 'verdict';
  shortcut: string | undefined;
  pressed: boolean;
  onPress: () => void;
  children: string;
}

function Choice({ Icon: Unpressed, name, shortcut, pressed, onPress, children }: ChoiceProps) {
  const [on] = usePaperKeysOn();
  const Icon = pressed ? Check : Unpressed;
  return (
    <button
      type="button"
      name={name}
      aria-keyshortcuts={on ? shortcut : undefined}
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-wash hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
    >
      <Icon className="size-4" aria-hidden="true" />
      {children}
    </button>
  );
}
