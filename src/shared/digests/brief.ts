import type { PaperInput, Why } from '../papers/paper.ts';
import { numberInWords, strengthOf } from '../papers/strength.ts';
import { capitalize, plain } from '../values/plainText.ts';
import type { SummarySentence } from './digest.ts';

/** A part of the brief: a fixed label, and sentences with the papers that support them, which may be none. */
export interface BriefPart {
  label: 'What is new' | 'Groups' | 'Missing';
  sentences: { text: string; papers: number[] }[];
}

type Said = Pick<SummarySentence, 'text' | 'paper' | 'line' | 'papers'>;

/**
 * The brief of a digest, the same at every door: what is new; which papers belong together, and their designs if those
 * differ; what no paper mentions, and what was not found. Leaves out a part that has nothing to say. `papers` are in the
 * order of their numbers.
 */
export function briefOf(
  summary: readonly Said[],
  papers: readonly Pick<PaperInput, 'facts' | 'publicationTypes' | 'why'>[],
): BriefPart[] {
  const said = (line: Said['line']) =>
    summary
      .filter((one) => one.line === line && plain(one.text))
      .map(({ text, paper, papers = [paper] }) => ({ text: plain(text), papers }));
  const groups = said('group').map(({ text, papers }) => ({ text: `${capitalize(text)}:`, papers }));
  const whole = (text: string | null) => (text ? [{ text, papers: [] }] : []);
  const parts: BriefPart[] = [
    { label: 'What is new', sentences: said(undefined) },
    { label: 'Groups', sentences: [...groups, ...whole(strengthOf(papers))] },
    {
      label: 'Missing',
      sentences: [...whole(uncoveredInWords(papers)), ...rarelyCovered(papers), ...said('missing')],
    },
  ];
  return parts.filter(({ sentences }) => sentences.length);
}

/** The references of a sentence: ` [1]`; those of a group end it: ` [1] [4].` */
export const referencesOf = ({ text, papers }: BriefPart['sentences'][number]): string =>
  papers.length ? ` ${papers.map((paper) => `[${paper}]`).join(' ')}${text.endsWith(':') ? '.' : ''}` : '';

/** `Moss cooled 40 roofs. [1]`, `Lung cancer: [1] [4].` */
export const withReferences = (sentence: BriefPart['sentences'][number]): string =>
  sentence.text + referencesOf(sentence);

/** The brief as plain text: a line for each finding, and one for each other part. Null if it says nothing. */
export const briefText = (parts: readonly BriefPart[]): string | null =>
  parts
    .flatMap(({ label, sentences }) =>
      label === 'What is new'
        ? sentences.map(withReferences)
        : `${label}: ${sentences.map(withReferences).join(' ')}`,
    )
    .join('\n') || null;

/**
 * The ideas of a topic that no paper of a digest mentions: `Nothing on “pregnancy”.` Null if every idea is mentioned, or
 * if that was not stored.
 */
export function uncoveredInWords(papers: readonly { why?: Why | undefined }[]): string | null {
  const found = papers.flatMap(({ why }) => (why?.aspects ? [why.aspects] : []));
  const isAbsent = (name: string) =>
    found.every((aspects) => aspects.some((one) => one.name === name && one.missing === name));
  const absent = (found[0] ?? []).flatMap(({ name }) =>
    isAbsent(name) && plain(name) ? `“${plain(name)}”` : [],
  );
  return absent.length ? `Nothing on ${absent.join(' or ')}.` : null;
}

/** Maximum number of papers that mention a rare idea of the topic, and minimum number of papers for each of them. */
const rarely = 2;
const papersForEach = 3;

/** The ideas of a topic that only one or two papers of many mention: `Only two mention “detectors”: [1] [2].` */
function rarelyCovered(papers: readonly { why?: Why | undefined }[]): BriefPart['sentences'] {
  const names = papers.find(({ why }) => why?.aspects)?.why?.aspects?.map(({ name }) => name) ?? [];
  return names.flatMap((name) => {
    const lacks = papers.map(({ why }) => why?.aspects?.find((one) => one.name === name)?.missing);
    const own = lacks.flatMap((lacking, at) => (lacking === null ? [at + 1] : []));
    const isRare = own.length > 0 && own.length <= rarely && own.length * papersForEach <= papers.length;
    return isRare && lacks.every((lacking) => lacking === null || lacking === name) && plain(name)
      ? [
          {
            text: `Only ${numberInWords(own.length)} mention${own.length === 1 ? 's' : ''} “${plain(name)}”:`,
            papers: own,
          },
        ]
      : [];
  });
}
