import type { Sentence } from './sentences.ts';

/**
 * How much a sentence depends on the previous ones, as a cost: 0 if it can be read alone. It depends on them if it begins
 * with a word that points back, mentions groups or methods named earlier, or uses an abbreviation that the abstract
 * explains elsewhere.
 */
export function contextDependence(
  { text, from }: Pick<Sentence, 'text' | 'from'>,
  abstract: string,
  title: string,
): number {
  const pointing = pointsBack.test(text)
    ? 0.5
    : findingsSay.test(text)
      ? 0.02
      : beginsBare.test(text)
        ? 0.35
        : 0;
  const toNamed = startsNamed.test(text) || namedBefore.test(text) ? 0.25 : 0;
  return pointing + toNamed + Math.min(0.3, 0.15 * unexplained(text, from, abstract, title).length);
}

const pointsBack =
  /^(?:It|They|Its|Their|He|She|His|Her|Such|Similar(?:ly)?|Likewise|Conversely|In contrast|By contrast|On the other hand|In comparison|Instead|Otherwise|Then|Afterwards|Subsequently|Meanwhile|Again|Also|Yet|But|And|So|Nor|Or|Neither|Both|Either|Another|Others?|Some|Each|Most of these|All of these|Of these|Of those|Among (?:them|these|those)|For (?:this|that|these|those|example|instance)|To (?:this|that) end|To (?:address|overcome|tackle|solve|bridge|fill|meet|answer|mitigate|resolve) (?:this|these|that|those|the)|The (?:former|latter|same|other|others|remaining|corresponding|resulting|second|third|next|aforementioned)|That|Those|One|Two|Three|Four|In (?:this|that|these|those) (?!paper|study|work|article|review|trial|survey|report|cohort|analysis|meta-analysis|randomi[sz]ed|prospective|retrospective|phase|multi)|With (?:this|these|that|those)|Using (?:this|these|that|those)|By (?:this|doing)|After (?:this|that)|Based on (?:this|these|those)|Building on (?:this|these)|Compared (?:with|to) (?:this|these|that|them|it)|However|Therefore|Thus|Hence|Moreover|Furthermore|Additionally|In addition|Consequently)\b/;

/** `These findings suggest …` is a usual conclusion, and reads well alone. */
const findingsSay =
  /^(?:These|This|Our|The present|The) (?:results?|findings?|data|work|stud(?:y|ies)|analys[ie]s|evidence|observations?|review|trial|paper|article|survey|report|research|meta-analysis|systematic review)\b/;

const beginsBare =
  /^(?:This|These|There)\b|^\p{L}+ (?:\p{L}+ )?(?:these|those|such|this|that)\b(?! (?:paper|study|work|article|review|trial|cohort|survey|report|analysis))|^We (?:then|also|next|further|additionally)\b/u;

const startsNamed = /^\p{L}+, (?:it|its|they|their)\b/iu;
const namedBefore =
  /\b(?:(?:this|these|those|such) (?:[\w-]+ )?(?:limitations?|challenges?|gaps?|issues?|problems?|fees|conditions?|questions?|methods?|approach(?:es)?|models?|frameworks?|genes?|proteins?|effects?|differences?|patients|cells|groups|variants?|mechanisms?|processes)|the (?:former|latter|aforementioned|above|two|three|four|other) |(?:both|all three|the two|the three) (?:groups?|arms?|methods?|models?|cohorts?|conditions|datasets)|the (?:intervention|control|treatment|experimental|exposed|combination|comparison|first|second|third|primary|secondary) (?:group|arm|cohort|model|method|step|stage|phase)|as (?:described|mentioned|shown|defined) above)/i;

/**
 * The sentence's abbreviations that are explained elsewhere in the abstract, but neither in the sentence nor in the
 * title.
 */
function unexplained(text: string, from: number, abstract: string, title: string): string[] {
  const used = new Set(text.match(/\b\p{Lu}[\p{Lu}\p{N}]{1,7}s?\b/gu) ?? []);
  return [...used].filter((one) => {
    const at = abstract.indexOf(`(${one}`);
    return at >= 0 && (at < from || at >= from + text.length) && !title.includes(one);
  });
}
