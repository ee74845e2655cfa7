import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlotProps } from '#kit/web.tsx';
import { reading, useAction } from '#web/api/query.ts';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { toast } from '#web/ui/toast.tsx';
import { followingApi, type NamedPaper } from '../contract.ts';

export type Answers = Record<string, boolean>;

/** On the page of a topic that follows a person: the papers of the name. Each answer counts from the next digest on. */
export const TopicPerson = ({ topic }: SlotProps<'followed'>) =>
  topic.kind === 'author' && <PapersOfPerson topicId={topic.id} />;

function PapersOfPerson({ topicId }: { topicId: string }) {
  const params = { id: topicId };
  const { data } = useQuery(reading(followingApi.person, { params }));
  const [answers, setAnswers] = useState<Answers>({});
  const { mutate } = useAction(followingApi.answer, {
    onError: ({ message }, { body }) => {
      setAnswers((all) => Object.fromEntries(Object.entries(all).filter(([id]) => !(id in body!.answers))));
      toast('bad', 'Not Changed', message);
    },
  });
  if (!data?.papers.length) return null;
  return (
    <Section title="Papers of this name">
      <p className="mb-3 text-[0.8125rem] text-muted">
        {data.person.orcid && `ORCID ${data.person.orcid}. `}Your answers count from the next digest on.
      </p>
      <AskedPapers
        papers={data.papers}
        answers={answers}
        onAnswer={(one) => {
          setAnswers((all) => ({ ...all, ...one }));
          mutate({ params, body: { answers: one } });
        }}
      />
    </Section>
  );
}

interface AskedPapersProps {
  papers: readonly NamedPaper[];
  /** By the id of a paper; they go before what is known of it. */
  answers: Answers;
  onAnswer: (one: Answers) => void;
}

/** Papers of a name, each with the question whether it is by the person. */
export const AskedPapers = ({ papers, answers, onAnswer }: AskedPapersProps) => (
  <ul className="max-h-112 divide-y divide-line overflow-y-auto border-y border-line">
    {papers.map((paper) => (
      <Asked
        key={paper.id}
        paper={paper}
        is={answers[paper.id]}
        onAnswer={(is) => onAnswer({ [paper.id]: is })}
      />
    ))}
  </ul>
);

type AskedProps = { paper: NamedPaper; is?: boolean | undefined; onAnswer: (is: boolean) => void };

const Asked = ({ paper: { id, title, where, isTheirs, isRefused }, is, onAnswer }: AskedProps) => (
  <li className="flex flex-wrap items-center gap-x-4 py-2">
    <span className="min-w-0 grow basis-72">
      <span dir="auto" className="block font-serif leading-snug font-semibold wrap-anywhere">
        {title}
      </span>
      <span className="text-sm text-muted">{where}</span>
    </span>
    <fieldset className="flex">
      <legend className="sr-only">By this person: {title}</legend>
      {[true, false].map((yes) => (
        <label
          key={`${yes}`}
          className="flex min-h-8 items-center gap-1 pr-3 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={`is-${id}`}
            checked={(is ?? (isTheirs ? true : isRefused ? false : null)) === yes}
            onChange={() => onAnswer(yes)}
          />
          {yes ? 'Yes' : 'No'}
        </label>
      ))}
    </fieldset>
  </li>
);
