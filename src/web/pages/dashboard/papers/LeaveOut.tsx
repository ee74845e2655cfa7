import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { can } from '#shared/billing/plan.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { learningApi } from '#shared/topics/learning.ts';
import { noFilters, type SearchTerm } from '#shared/topics/searchTerm.ts';
import { call, keyOf } from '#web/api/api.ts';
import type { Answers } from '#web/papers/useAnswers.ts';
import { Button } from '#web/ui/Form.tsx';
import { useTopics } from '../desk/topicActions.ts';
import { useChangeSettings } from '../settings/useChangeSettings.ts';

type LeaveOutProps = { me: Me; paper: ReaderPaper; answers: Answers };

/** After “Not for me”: offers to leave out papers with words of this one. To ignore it is fine. */
export function LeaveOut({ me, paper, answers }: LeaveOutProps) {
  const topic = useTopics(me).data?.find(({ id }) => id === paper.termId);
  return topic && can.filter(me).yes && <Offer {...{ me, paper, answers, topic }} />;
}

function Offer({ me, paper, answers, topic }: LeaveOutProps & { topic: SearchTerm }) {
  const change = useChangeSettings(me, topic);
  const input = { params: { id: topic.id } };
  const { data } = useQuery({
    queryKey: [...keyOf(learningApi.read, input), 'after', paper.id],
    queryFn: async () => {
      await answers.sent();
      return call(learningApi.read, input);
    },
    meta: { access: learningApi.read.access },
  });
  const filters = topic.filters ?? noFilters;
  // Words that set it apart from the papers that the reader liked.
  const phrases = (data?.phrases ?? [])
    .filter(({ wants, papers }) => wants === 'less' && papers.some(({ paperId }) => paperId === paper.id))
    .map(({ phrase }) => phrase)
    .slice(0, 3);
  const left = phrases.filter((phrase) => filters.excluded.includes(phrase));
  if (!phrases.length) return null;
  return (
    <p className="relative mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-[0.8125rem] text-muted">
      {left.length ? `Left out from the next digest: ${left.join(', ')}` : 'Leave out papers with'}
      {!left.length &&
        phrases.map((phrase) => (
          <Button
            key={phrase}
            size="small"
            variant="secondary"
            pending={change.isPending}
            className="min-h-7! px-2.5! text-[0.8125rem]!"
            onClick={() =>
              change.save(
                { filters: { ...filters, excluded: [...filters.excluded, phrase] } },
                () => undefined,
              )
            }
          >
            {phrase}
          </Button>
        ))}
    </p>
  );
}
