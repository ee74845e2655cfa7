import type { Note } from '../understanding/lexer.ts';
import { parseSyntax } from '../understanding/syntax.ts';

/**
 * The topic without the fault that a note is about: what it is read as. The mark is left out or, if that does not
 * help, a parenthesis is closed. Null if neither gives a topic with fewer notes.
 */
export function repairOf(topic: string, { from, to }: Note): string | null {
  const faults = parseSyntax(topic).notes.length;
  const without = `${topic.slice(0, from)} ${topic.slice(to)}`;
  const ways = topic[from] === '(' ? [`${topic})`, without] : [without];
  for (const way of ways) {
    const mended = way.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim();
    const { root, notes } = parseSyntax(mended);
    if (root && notes.length < faults) return mended;
  }
  return null;
}
