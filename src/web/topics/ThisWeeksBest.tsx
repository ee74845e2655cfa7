import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Preview, understandingApi } from '#shared/topics/understanding.ts';
import { daysInWords } from '#shared/values/dates.ts';
import { counted } from '#shared/values/words.ts';
import { reading } from '#web/api/api.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { PaperReader } from '../papers/PaperReader.tsx';
import { elsewhere } from '../ui/Link.tsx';
import { useTimeout } from '../ui/useTimeout.ts';
import { ReadingOf } from './UnderstoodAs.tsx';

/** After this many milliseconds the page says that sign-up need not wait. */
const slowAfter = 2000;

interface ThisWeeksBestProps {
  topic: string;
  /** Called with the topic's new text after a press on a chip or a correction. */
  onChange: (topic: string) => void;
}

/** The week's best three papers for a topic, and how it is understood, before sign-up. */
export function ThisWeeksBest({ topic, onChange }: ThisWeeksBestProps) {
  const { data, error } = useQuery(reading(understandingApi.preview, { body: { topic } }));
  const isSlow = useSlow(topic);
  return (
    <section aria-label="This week’s top three" className="min-w-0">
      <h2 className="font-serif text-xl leading-tight font-semibold">This week’s top three</h2>
      <div role="status" className="mt-1 text-sm text-muted">
        {data ? headline(data) : error ? null : isSlow ? slow : 'Looking through this week’s papers…'}
      </div>
      {error && (
        <div className="mt-4 text-[0.9375rem]">
          <p className="font-medium">We cannot search right now</p>
          <p className="mt-1 text-muted">
            Your topic is kept. Create an account, and the first digest comes by mail as soon as the sources
            answer.
          </p>
        </div>
      )}
      {data && (
        <>
          <Papers papers={data.papers} />
          <More preview={data} />
          <div className="mt-6 rounded-md border border-line bg-sheet px-4 py-3 text-sm">
            <ReadingOf reading={data.reading} onChange={(next) => next && onChange(next)} />
          </div>
        </>
      )}
    </section>
  );
}

const slow = 'This takes longer than usual. Signing up does not wait for it.';

function useSlow(topic: string): boolean {
  const [slowTopic, setSlowTopic] = useState<string>();
  useTimeout(() => setSlowTopic(topic), slowAfter, topic);
  return slowTopic === topic;
}

function headline({ papers, reading, from, to }: Preview): string {
  const days = daysInWords(new Date(from), new Date(to), new Date());
  if (papers.length === 0)
    return reading.problem
      ? 'Nothing to search for yet.'
      : `No close match from ${days}. The first digest looks further back.`;
  const of = `${counted(reading.weekCount, 'close match', 'close matches')}${reading.weekCountIsLeast ? ' or more' : ''}`;
  return `Best of ${of}, ${days}`;
}

const Papers = ({ papers }: Pick<Preview, 'papers'>) => (
  <ol className="mt-4 divide-y divide-line">
    {papers.map((paper) => {
      const address = webAddress(paper.url);
      return (
        <li key={paper.title} className="py-4 first:pt-0">
          <PaperReader
            // The abstract is not given here; the match must not say that there is none.
            paper={{ ...paper, abstract: paper.takeaway ?? paper.title }}
            isShort
            title={
              <h3 dir="auto" className="font-serif text-lg leading-snug font-semibold text-pretty">
                {address ? (
                  <a {...elsewhere} href={address} className="rounded underline-offset-4 hover:underline">
                    {paper.title}
                  </a>
                ) : (
                  paper.title
                )}
              </h3>
            }
          />
        </li>
      );
    })}
  </ol>
);

/** What a digest adds to these papers. Claims only what this week's close matches make certain. */
function More({ preview: { papers, reading } }: { preview: Preview }) {
  const more = Math.min(reading.weekCount, papersOfADigest) - papers.length;
  if (papers.length === 0 || more < 1) return null;
  return (
    <p className="mt-2 rounded-lg border border-dashed border-edge px-4 py-3 text-[0.9375rem]">
      <b className="font-semibold">
        {more === 1 ? 'One more is' : `Up to ${inWords[more]} more are`} in the digest,
      </b>{' '}
      with the brief, what agrees or disagrees, and how strong the evidence is. It reaches you within minutes
      of confirming your address.
    </p>
  );
}

const papersOfADigest = 10;
const inWords = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven'];
