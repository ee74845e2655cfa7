import { listed, quoted } from '#mail/layout/words.ts';
import { isOfTypes } from '#search/query/articleTypes.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { articleTypeWords } from '#shared/topics/settingsInWords.ts';
import { filtersInForce } from '#topics/topic/scope.ts';
import type { DigestsApp } from '../app.ts';
import { scopeOf } from '../run/scope.ts';
import { hasPhrase } from './phrases.ts';
import { type Answer, type Question, said, textOf } from './question.ts';

/** For a paper that only sources list which are not searched. */
export function offSources(
  app: Pick<DigestsApp, 'config'>,
  { work, topic, context: { reader } }: Question,
): Answer | null {
  const { candidates, leftOut } = scopeOf(app, reader, topic);
  const listedBy = [...new Set([work.source, ...work.alsoAt.map(({ source }) => source)])];
  if (listedBy.some((source) => candidates.sources.has(source))) return null;
  const names = listed(listedBy.map((source) => sourceLabels[source]));
  return listedBy.some((source) => leftOut.has(source))
    ? said(
        'source',
        `It is listed by ${names}, which the filters of this topic leave out.`,
        'Add the source to the filters of this topic.',
      )
    : said(
        'source',
        `It is listed by ${names}, which is off in your preferences.`,
        'Turn the source on in your preferences.',
      );
}

/** For a paper that the topic's filters rule out by its kind or its words. */
export function filteredBy({ work, topic, context: { reader } }: Question): Answer | null {
  const filters = filtersInForce(reader.user, topic);
  if (!filters) return null;
  const { articleTypes, excluded, required } = filters;
  const remedy = 'Change the filters of this topic.';
  if (articleTypes.length && !isOfTypes(articleTypes, work.publicationTypes, work.source))
    return said(
      'filter',
      `The filters of this topic ask for ${listed(articleTypes.map((type) => articleTypeWords[type]))}, and it is none of these.`,
      remedy,
    );
  const text = textOf(work);
  const unwanted = excluded.filter((phrase) => hasPhrase(text, phrase));
  if (unwanted.length)
    return said(
      'filter',
      `The filters of this topic leave out ${quotedAll(unwanted)}, which it mentions.`,
      remedy,
    );
  const missing = required.filter((phrase) => !hasPhrase(text, phrase));
  return missing.length
    ? said(
        'filter',
        `The filters of this topic ask for ${quotedAll(missing)}, which it does not mention.`,
        remedy,
      )
    : null;
}

/** For a paper that mentions what the text of the topic excludes. */
export async function excludedBy(
  app: Pick<DigestsApp, 'index'>,
  { work, topic }: Question,
): Promise<Answer | null> {
  const index = await app.index.current();
  const { not } = await index.understand(topic.term, 0);
  const text = textOf(work);
  const found = not.find(({ name, alternatives }) =>
    [name, ...alternatives.map((other) => other.name)].some((one) => hasPhrase(text, one)),
  );
  return found
    ? said(
        'excluded',
        `The topic leaves out ${quoted(found.name)}, which it mentions.`,
        `Remove ${quoted(found.name)} from the topic.`,
      )
    : null;
}

const quotedAll = (phrases: string[]): string => listed(phrases.map(quoted));
