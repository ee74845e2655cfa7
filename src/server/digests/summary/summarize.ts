import type { SummarySentence } from '#shared/digests/digest.ts';
import type { DigestsApp } from '../app.ts';
import { askForSummary } from './abstractive.ts';
import { extract } from './extractive.ts';
import { ground, type RejectionReason } from './grounding/ground.ts';
import { addressesModel } from './text/promptInjection.ts';
import { contentStems, overlap } from './text/stems.ts';
import {
  overviewSentences,
  type ReadPaper,
  type Summary,
  type SummaryInput,
  written,
  writtenInPart,
} from './text/summary.ts';

/**
 * The summary of a digest: sentences of the configured model as far as they can be proved, otherwise sentences of the
 * abstracts. Never fails because of a model and never waits for it longer than the operator allows. Papers that address
 * models are not sent to one.
 */
export async function summarize(
  { models: { chat }, log }: Pick<DigestsApp, 'models' | 'log'>,
  { papers, topic, userId }: { papers: ReadPaper[]; topic: string; userId: string | null },
): Promise<Summary> {
  const taken = extract(papers);
  if (!chat) return taken;
  const readable = papers.filter(({ abstract, reading }) => abstract && !reading.addressesModel);
  if (!readable.length) return taken;
  const said = await askForSummary(chat, { papers: readable, topic, userId });
  if (!said) return taken;

  const dropped: Partial<Record<RejectionReason, number>> = {};
  const proved = (claims: SummarySentence[]): SummarySentence[] =>
    claims.slice(0, 2 * papers.length + overviewSentences).flatMap((claim) => {
      const { sentence, because } = ground(claim, readable);
      if (because) dropped[because] = (dropped[because] ?? 0) + 1;
      return sentence ?? [];
    });
  const overview = withoutRepetition(proved(said.overview));
  const takeaways = new Map(proved(said.takeaways).map((sentence) => [sentence.paper, sentence]));
  log.info(
    { model: chat.name, overview: overview.length, takeaways: takeaways.size, dropped },
    'a summary was checked',
  );
  return overview.length ? filledUp({ overview, takeaways }, taken, chat.name) : taken;
}

/** Whether a paper's own text addresses a language model. Such papers are marked in the digest. */
export const containsPromptInjection = ({
  title,
  abstract,
}: Pick<SummaryInput, 'title' | 'abstract'>): boolean => addressesModel(`${title}\n${abstract ?? ''}`);

/** At most two sentences per paper, without repetitions, in the order of the papers. */
function withoutRepetition(sentences: SummarySentence[]): SummarySentence[] {
  const kept: SummarySentence[] = [];
  for (const sentence of sentences) {
    const stems = new Set(contentStems(sentence.text));
    const repeats = kept.some(({ text }) => overlap(new Set(contentStems(text)), stems) >= 0.6);
    const ofPaper = kept.filter(({ paper }) => paper === sentence.paper).length;
    if (!repeats && ofPaper < 2 && kept.length < overviewSentences) kept.push(sentence);
  }
  return kept.sort((a, b) => a.paper - b.paper);
}

/** Fills up with sentences of the abstracts if too few of the model's can be proved. */
function filledUp(
  { overview, takeaways }: Pick<Summary, 'overview' | 'takeaways'>,
  taken: Summary,
  model: string,
): Summary {
  const isTold = ({ paper }: SummarySentence) => overview.some((one) => one.paper === paper);
  const missing = taken.overview.filter((one) => !one.line && !isTold(one));
  const agreement = taken.overview.filter(({ line }) => line);
  const whole = [...withoutRepetition([...overview, ...missing]), ...agreement];
  const all = new Map([...taken.takeaways].map(([n, sentence]) => [n, takeaways.get(n) ?? sentence]));
  for (const [n, sentence] of takeaways) all.set(n, sentence);
  const added = whole.length > overview.length || all.size > takeaways.size;
  return { overview: whole, takeaways: all, writtenBy: added ? writtenInPart(model) : written(model) };
}
