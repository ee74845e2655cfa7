import type { App } from '#kit/feature.ts';
import { addressesModel } from '#reading/text/promptInjection.ts';
import { contentStems } from '#reading/text/stems.ts';
import type { SummaryInput, SummarySentence } from '#reading/text/summary.ts';

/** Fewer papers need no groups. */
const papersForGroups = 4;
const wordsOfLabel = 5;
/** Minimum relevance of a paper in a group, that of a good match: what others share says nothing about the topic. */
const onTopic = 0.4;

/** Words that add nothing to the topic: `convalescent plasma therapy`, `control of soft robots`. */
const general =
  'therapy treatment prevention management control use usage approach method model system axis response role effect pathology outcome drug patient person people study trial analysis';

/** A single shared word seldom names what papers are about: `left`, `expert`, `April`; `MIS-C` and `CD8` do. */
const isPhraseOrName = /\S\s|\p{Lu}.*\p{Lu}|\d/u;

/** Papers of a digest with their ids in the index. */
type Numbered = SummaryInput & { id: number };

/** Papers of a digest that belong together, by phrases that they share and that are not the topic's own. */
export async function groupsOf(
  { index }: { index: Pick<Awaited<ReturnType<App['index']['current']>>, 'clusters'> },
  topic: string,
  papers: readonly Numbered[],
): Promise<SummarySentence[]> {
  if (papers.length < papersForGroups) return [];
  const texts = papers.map(({ id, title, abstract }) => ({ id, title, abstract }));
  const found = await index.clusters(texts, 'shared');
  const numbers = new Map(
    papers.flatMap(({ id, n, relevance = 1 }) => (relevance >= onTopic ? [[id, n]] : [])),
  );
  return found.flatMap(({ name, ids }) =>
    isPhraseOrName.test(name)
      ? (checkedGroup({ label: name, papers: ids.flatMap((id) => numbers.get(id) ?? []) }, topic, papers) ??
        [])
      : [],
  );
}

/**
 * A group as a part of the brief, if its label holds: at most five words, more than the topic's own and general ones, each of which the title
 * or abstract of each of its papers uses. Null otherwise, or if it is of all papers or of one.
 */
export function checkedGroup(
  { label, papers }: { label: string; papers: readonly number[] },
  topic: string,
  shown: readonly SummaryInput[],
): SummarySentence | null {
  const own = shown.filter(({ n }) => papers.includes(n));
  const stems = labelStems(label);
  const ofTopic = new Set([...contentStems(topic), ...contentStems(general)]);
  const holds =
    own.length > 1 &&
    own.length < shown.length &&
    own.length === new Set(papers).size &&
    stems?.some((stem) => !ofTopic.has(stem)) &&
    own.map(stemsOf).every((said) => stems.every((stem) => said.has(stem)));
  return holds
    ? { text: label.trim(), paper: own[0]!.n, quote: '', line: 'group', papers: own.map(({ n }) => n) }
    : null;
}

/** An idea of the topic that no paper mentions, as a part of the brief; null if it is not the topic's or a paper has a word of it. */
export function checkedAbsence(
  name: string,
  topic: string,
  shown: readonly SummaryInput[],
): SummarySentence | null {
  const stems = labelStems(name);
  const ofTopic = new Set(contentStems(topic));
  const holds = stems?.every((stem) => ofTopic.has(stem) && !shown.some((paper) => stemsOf(paper).has(stem)));
  return holds
    ? { text: `Nothing on “${name.trim()}”.`, paper: shown[0]!.n, quote: '', line: 'missing', papers: [] }
    : null;
}

/** The stems of a label; null if it is none. */
function labelStems(label: string): string[] | null {
  const stems = contentStems(label);
  const isLabel =
    label.length <= 60 &&
    /^[\p{L}\p{N}][\p{L}\p{N} ,’'()/+–-]*$/u.test(label.trim()) &&
    label.trim().split(/\s+/).length <= wordsOfLabel &&
    !addressesModel(label);
  return isLabel && stems.length > 0 ? stems : null;
}

const stemsOf = ({ title, abstract }: SummaryInput): ReadonlySet<string> =>
  new Set(contentStems(`${title}\n${abstract ?? ''}`));
