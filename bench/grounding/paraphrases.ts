import path from 'node:path';
import { ground } from '#reading/grounding/ground.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { rowsIn } from '../data/lines.ts';

/** A sentence about a quote of a real abstract, and whether it is true: a line of `paraphrases.tsv`. */
interface Said {
  half: string;
  said: string;
  kind: string;
  sentence: string;
  quote: string;
  because: string | null;
}

/**
 * Prints which of the true and false sentences that a person wrote about real abstracts the checker accepts, for the half
 * that rules are written on and for the half that is kept back. `--wrong` also prints the sentences it gets wrong.
 */
export function printParaphrases(args: readonly string[]): void {
  const all = checked();
  if (!all) console.log('paraphrases: skipped, the real records are missing (../shared/corpus)');
  if (!all) return;
  for (const half of ['learned', 'kept']) {
    const own = all.filter((one) => one.half === half);
    const accepted = (said: string) => {
      const some = own.filter((one) => one.said === said);
      return `${some.filter(({ because }) => !because).length} of ${some.length}`;
    };
    console.log(`paraphrases, ${half}: accepts ${accepted('true')} true and ${accepted('false')} false`);
  }
  if (!args.includes('--wrong')) return;
  for (const { half, said, kind, sentence, quote, because } of all)
    if (half === 'learned' && (said === 'true') !== !because)
      console.log(`\n${said}, ${kind}, ${because ?? 'accepted'}\n  ${sentence}\n  ${quote}`);
}

function checked(): Said[] | null {
  const records = corpusRecords();
  if (!records) return null;
  const works = new Map(records.map((record) => [`${record.source}:${record.sourceId}`, record]));
  return rowsIn(path.join(import.meta.dirname, 'paraphrases.tsv')).map((row) => {
    const [half, paper, from, to, said, kind, sentence] = row;
    const work = works.get(paper!)!;
    const abstract = cleanAbstract(work.abstract!)!;
    const quote = abstract.slice(Number(from), Number(to));
    const title = cleanTitle(work.title)!;
    const { because = null } = ground({ text: sentence!, paper: 1, quote }, [{ n: 1, title, abstract }]);
    return { half: half!, said: said!, kind: kind!, sentence: sentence!, quote, because };
  });
}
