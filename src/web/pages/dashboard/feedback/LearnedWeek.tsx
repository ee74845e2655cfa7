import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { learningApi, type WeekComparison } from '#shared/topics/learning.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { reading } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

/** This week's papers with and without what was learned, side by side. Ranks them on request. */
export function LearnedWeek({ term }: { term: SearchTerm }) {
  const [open, setOpen] = useState(false);
  const week = useQuery({ ...reading(learningApi.week, { params: { id: term.id } }), enabled: open });
  if (!open)
    return (
      <Button variant="quiet" className="mt-3 -ml-3" onClick={() => setOpen(true)}>
        Rank this week without it
      </Button>
    );
  if (week.isError)
    return <p className="mt-3 text-sm text-muted">This week could not be ranked: {week.error.message}</p>;
  if (!week.data) return <Skeleton className="mt-3 h-24" />;
  return (
    <div className="mt-3" role="status">
      <p className="text-sm">{movedInWords(week.data)}</p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <Order heading="With what it learned" papers={week.data.learned} />
        <Order heading="By the topic alone" papers={week.data.plain} />
      </div>
    </div>
  );
}

function movedInWords({ moved, learned }: WeekComparison): string {
  if (learned.length === 0) return 'No paper of the last seven days fits this topic.';
  if (moved === 0) return 'This week the order is the same either way.';
  return `${moved} of this week’s first ${learned.length} papers ${moved === 1 ? 'is' : 'are'} in another place because of it.`;
}

const Order = ({ heading, papers }: { heading: string; papers: WeekComparison['plain'] }) => (
  <div className="min-w-0">
    <h4 className="text-sm font-medium">{heading}</h4>
    <ol className="mt-1 list-decimal pl-6 text-sm">
      {papers.map(({ title, relevance }) => (
        <li key={title} className="mt-1 wrap-anywhere">
          <span dir="auto">{title}</span>{' '}
          <span className="whitespace-nowrap text-muted">{Math.round(relevance * 100)} %</span>
        </li>
      ))}
    </ol>
  </div>
);
