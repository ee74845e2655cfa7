import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlotProps } from '#kit/web.tsx';
import { reading, useAction } from '#web/api/api.ts';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { showFollowed } from '#web/pages/dashboard/desk/topicActions.ts';
import { Button } from '#web/ui/Form.tsx';
import { Notice, toast, toastError } from '#web/ui/Notice.tsx';
import { followingApi, type NamedPaper } from '../contract.ts';

type Ways = SlotProps<'followWays'>;
type Answers = Record<string, boolean>;
const card = 'rounded-lg border border-line bg-sheet p-4 sm:px-6 sm:py-5';
const heading = 'font-serif text-xl leading-tight font-semibold text-pretty wrap-anywhere';

/** On the page that asks what to follow: the person that a text may name, or the paper of a DOI. */
export function FollowOther({ me, text }: Ways) {
  if (/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s?)?10\.\d{4,9}\/\S+$/i.test(text))
    return <Citations me={me} text={text} />;
  const isOrcid = /^(?:https?:\/\/orcid\.org\/|orcid:\s?)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/i.test(text);
  const isName = /^\p{Lu}[^\n]{0,80}[\s,]\S/u.test(text) && text.split(' ').length < 6;
  return (isOrcid || isName) && <Person me={me} text={text} />;
}

const followed = (me: Ways['me']) => ({
  onSuccess: ({ message, topicId }: { message: string; topicId: string }) =>
    showFollowed(me, message, `/topics/${topicId}`),
  onError: toastError('Not Followed'),
});

function Citations({ me, text }: Ways) {
  const { mutate, isPending } = useAction(followingApi.cite, followed(me));
  return (
    <section aria-label="Paper" className={card}>
      <h2 className={heading}>Papers that cite {text}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">Each says which of your papers it cites.</p>
      <div className="flex flex-wrap gap-2">
        <Button pending={isPending} onClick={() => mutate({ body: { doi: text } })}>
          Follow what cites it
        </Button>
        <Button variant="secondary" onClick={() => mutate({ body: {} })}>
          Follow what cites anything I keep
        </Button>
      </div>
    </section>
  );
}

function Person({ me, text }: Ways) {
  const { data, error } = useQuery(reading(followingApi.find, { query: { q: text } }));
  const [answers, answer] = useState<Answers>({});
  const follow = useAction(followingApi.follow, followed(me));
  if (error) return <Notice tone="warn">{error.message}</Notice>;
  const { person, papers = [] } = data ?? {};
  if (!person || !papers.length) return null;
  const name = `${person.given} ${person.family}`;
  return (
    <section aria-label={`Person: ${name}`}>
      <p className="mb-2 text-sm">
        Read as <b>a person</b>: {name}
      </p>
      <div className={card}>
        <h2 className={heading}>Are these papers by this person?</h2>
        <p className="mt-0.5 mb-3 text-sm text-muted">
          {person.orcid ? `ORCID ${person.orcid}.` : 'Say yes to two, so that namesakes can be told apart.'}{' '}
          What you leave open, and new papers with the name alone, come marked <b>Unsure</b>.
        </p>
        <AskedPapers papers={papers} answers={answers} onAnswer={(one) => answer({ ...answers, ...one })} />
        <Button
          className="mt-4"
          pending={follow.isPending}
          onClick={() => follow.mutate({ body: { ...person, answers } })}
        >
          Follow {name}
        </Button>
      </div>
    </section>
  );
}

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
const AskedPapers = ({ papers, answers, onAnswer }: AskedPapersProps) => (
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
