import { type Judgment, onTopicFrom, type Why } from './paper.ts';

/** How a page or a mail formats quotations. */
interface Setting {
  /** One quotation in quotation marks, shortened to fit; empty for text without a letter. */
  quoted: (text: string) => string;
  /** Joins several: `A, B and C`. */
  listed: (items: string[]) => string;
  /** Maximum number of phrases of one kind. */
  most: number;
  /** The paper's title, if it stands above: phrases that it has are not repeated. */
  title?: string;
}

/** Why a paper is in a digest, as in `mentions “HF” for “heart failure”; nothing on “children”`. Empty without reasons. */
export function reasonsOf(
  { matched, expanded, because, aspects = [], judged, belongs }: Why,
  setting: Setting,
): string {
  const { quoted, listed, most, title = '' } = setting;
  const list = (phrases: readonly string[], say: (phrase: string) => string) =>
    listed(
      phrases
        .filter((phrase) => quoted(phrase))
        .slice(0, most)
        .map(say),
    );
  const named = (phrase: string) => {
    const served = aspects.filter(({ words, name }) => words.includes(phrase) && !isFormOf(phrase, name));
    return [quoted(phrase), served.map(({ name }) => quoted(name)).join(', ')].filter(Boolean).join(' for ');
  };
  const above = title.toLowerCase();
  const mentions = list(
    matched.filter((phrase) => !above.includes(phrase.toLowerCase())),
    named,
  );
  const wider = list(expanded, quoted);
  const missing = list(
    aspects.flatMap(({ missing }) => missing ?? []),
    quoted,
  );
  return [
    belongs?.says,
    judged && [judgedInWords(judged), quoted(judged.quote)].filter(Boolean).join(', '),
    mentions && `mentions ${mentions}`,
    wider && `close to your topic: ${wider}`,
    because && quoted(because) && `similar to ${quoted(because)}, which you liked`,
    missing && `nothing on ${missing}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const grades = ['off the topic', 'touches the topic', 'mostly on the topic', 'on the topic'] as const;

/** `judged by gpt-5: on the topic` */
export const judgedInWords = ({ by, grade }: Judgment): string => `judged by ${by}: ${grades[grade]}`;

/** Whether a model found that a paper is not on the topic. */
export const isJudgedOff = (judged: Judgment | undefined): boolean =>
  judged !== undefined && judged.grade < onTopicFrom;

/** Forms of a word share this many leading letters: `editors` and `editing`. */
const shared = 4;

/** Whether a phrase has a form of one of the aspect's words, so that a reader sees the connection. */
function isFormOf(phrase: string, name: string): boolean {
  const beginnings = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, shared));
  const own = beginnings(name);
  return beginnings(phrase).some((word) => own.includes(word));
}
