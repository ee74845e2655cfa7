import type { Bibliography, PersonName } from '#shared/papers/bibliography.ts';
import { filled, readable } from '../record/text.ts';
import { all, at, type XmlElement } from '../record/xml.ts';

/** An author split by the DTD's elements, or a collective by its name; null without a name. */
export function nameOf(author: XmlElement): PersonName | null {
  const part = (name: string) => readable(at(author, name));
  const family = part('LastName');
  const given = part('ForeName') || part('Initials');
  const suffix = part('Suffix');
  if (family) return { family, ...(given && { given }), ...(suffix && { suffix }) };
  const literal = part('CollectiveName') || given;
  return literal ? { literal } : null;
}

/** Volume, issue, pages and ISSN. An article number replaces missing pages. */
export function issueOf(article: XmlElement | undefined): Omit<Bibliography, 'names'> {
  const issue = at(article, 'Journal', 'JournalIssue');
  const located = all(article, 'ELocationID').filter(
    (id) => id.attributes.EIdType === 'pii' && id.attributes.ValidYN !== 'N',
  );
  const articleNumber = located.map(readable).find((id) => /^e?\d{1,8}$/i.test(id));
  return filled({
    volume: readable(at(issue, 'Volume')),
    issue: readable(at(issue, 'Issue')),
    pages: readable(at(article, 'Pagination', 'MedlinePgn')) || articleNumber,
    issn: readable(at(article, 'Journal', 'ISSN')),
  });
}
