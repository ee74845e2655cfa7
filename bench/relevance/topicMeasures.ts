import { discountedGain as discounted, mean } from './measures.ts';

const useful = (grade: number) => grade >= 2;

export type TopicScore = ReturnType<typeof scoreTopic>;

/**
 * How a topic's first ten papers (recall: twenty) compare with its grades; grades 2 and 3 count as useful. nDCG with linear gain; a
 * paper without a grade counts as 0.
 */
export function scoreTopic(
  { id, kind }: { id: string; kind: string },
  grades: ReadonlyMap<string, number>,
  ranking: readonly string[],
) {
  const ten = ranking.slice(0, 10);
  const gradesOf = (papers: readonly string[]) => papers.map((paper) => grades.get(paper) ?? 0);
  const ideal = discounted([...grades.values()].sort((a, b) => b - a));
  const all = [...grades.values()].filter(useful).length;
  const found = (papers: readonly string[]) => gradesOf(papers).filter(useful).length;
  return {
    ...{ id, kind, shown: ten.length },
    /** No paper is graded 2 or 3: the right answer is nothing. */
    nothing: all === 0,
    ndcg10: ideal > 0 ? discounted(gradesOf(ten)) / ideal : 0,
    /** nDCG@10 of the graded papers alone (a condensed list, Sakai 2007): what nobody graded need not be wrong. */
    graded10: ideal > 0 ? discounted(gradesOf(ranking.filter((paper) => grades.has(paper)))) / ideal : 0,
    p10: found(ten) / 10,
    /** Useful papers among those shown; null if nothing is shown. */
    precision: ten.length > 0 ? found(ten) / ten.length : null,
    recall20: all > 0 ? found(ranking.slice(0, 20)) / all : 0,
  };
}

/** Means over the topics that have a useful paper; `nothing` is how many papers are shown for the other topics. */
export function averageOf(scores: readonly TopicScore[]) {
  const answered = scores.filter(({ nothing }) => !nothing);
  const of = (figure: (score: TopicScore) => number) => mean(answered.map(figure));
  return {
    ndcg10: of(({ ndcg10 }) => ndcg10),
    graded10: of(({ graded10 }) => graded10),
    p10: of(({ p10 }) => p10),
    recall20: of(({ recall20 }) => recall20),
    shown: of(({ shown }) => shown),
    precision: mean(answered.flatMap(({ precision }) => precision ?? [])),
    nothing: mean(scores.filter(({ nothing }) => nothing).map(({ shown }) => shown)),
  };
}
