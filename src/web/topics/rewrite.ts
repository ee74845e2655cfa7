import type { Span } from '#shared/topics/understanding.ts';

/** The topic with `text` in place of a part. */
export const replacePart = (topic: string, { from, to }: Span, text: string): string =>
  tidy(`${topic.slice(0, from)}${text}${topic.slice(to)}`);

/** The topic without a part, and without operators and small words left with nothing to join. */
export const removePart = (topic: string, span: Span): string =>
  replacePart(topic, span, ' ')
    .replace(/(?: (?:and|or|of|in|for|with|to|the|on|a|an))+$/, '')
    .replace(/^(?:(?:and|or|of|in|for|with) )+/, '');

/** The topic with a part turned into an exclusion. */
export const excludePart = (topic: string, span: Span): string => {
  const text = wordsOf(topic.slice(span.from, span.to));
  const rest = removePart(topic, span);
  return tidy(`${rest} NOT ${/^\p{L}+$/u.test(text) ? text : `"${text}"`}`);
};

/** The topic with an exclusion turned into a part. */
export const includePart = (topic: string, span: Span): string =>
  replacePart(topic, span, topic.slice(span.from, span.to).replace(/^(?:NOT\s+|[-−–])/, ''));

/** The topic with a part in quotation marks, to match word for word. */
export const quotePart = (topic: string, span: Span): string =>
  replacePart(topic, span, `"${wordsOf(topic.slice(span.from, span.to))}"`);

/** The words of a part without quotation marks. */
export const wordsOf = (text: string): string => text.replace(/["“”„«»]/g, '').trim();

/** Removes what a change left behind: empty parentheses, operators that join nothing, doubled blanks. */
function tidy(topic: string): string {
  let text = topic;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(/\(\s*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\(\s*(?:(?:AND|OR)\s+)?/g, '(')
      .replace(/ (?:(?:AND|OR|NOT) ?)?\)/g, ')')
      .replace(/\b(AND|OR) (?:AND|OR)\b/g, '$1')
      .replace(/\bNOT (AND|OR)\b/g, '$1')
      .replace(/\bAND NOT\b/g, 'NOT')
      .replace(/^(?:AND|OR) /, '')
      .replace(/ (?:AND|OR|NOT)$/, '')
      .trim();
  }
  return text;
}
