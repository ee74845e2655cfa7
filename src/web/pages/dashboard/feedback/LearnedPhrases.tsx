import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, Pin, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LearnedPhrase, type Learning, learningApi, type PhraseRule } from '#shared/topics/learning.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { toastError } from '#web/ui/toast.tsx';

/** The words that a topic has learned: the reader can keep, invert or remove each, and see what they move. */
export function LearnedPhrases({ term }: { term: SearchTerm }) {
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
  if (learned.isError)
    return (
      <p className="text-sm text-muted">What was learned could not be loaded: {learned.error.message}</p>
    );
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
                <X className="size-3.5" aria-hidden="true" />
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
            <Pin className="size-3.5" aria-hidden="true" />
          </ChipButton>
          <ChipButton label={`Want ${opposite} of ${phrase}`} onPress={() => onAsk(phrase, opposite)}>
            <ArrowDownUp className="size-3.5" aria-hidden="true" />
          </ChipButton>
          <ChipButton label={`Do not learn from ${phrase}`} onPress={() => onAsk(phrase, 'none')}>
            <X className="size-3.5" aria-hidden="true" />
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

interface ChipButtonProps {
  label: string;
  pressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

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
