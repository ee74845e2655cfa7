import type { Bibliography } from '#shared/papers/bibliography.ts';
import { dayFrom } from '../record/days.ts';
import { personOf } from '../record/names.ts';
import { arxivIdOf, byDoi, doiOf, names } from '../record/record.ts';
import type { Day, Identifier, NamedNotice, SourceRecord } from '../record/source.ts';
import { filled, line, nameInOrder, readable } from '../record/text.ts';
import { all, at, parseXml, type XmlElement } from '../record/xml.ts';

/**
 * One `PubmedArticle` of an efetch reply, by the PubMed DTD: https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/
 * Null without a PMID, a title or a day, which every article has.
 * @throws XmlError if it is not well-formed.
 */
export function readArticle(xml: string): SourceRecord | null {
  const record = parseXml(withoutUnread(xml));
  const citation = at(record, 'MedlineCitation');
  const article = at(citation, 'Article');
  const pmid = readable(at(citation, 'PMID'));
  const title = titleOf(article);
  const availableOn = availableDay(record, article);
  if (!/^\d{1,12}$/.test(pmid) || !title || !availableOn) return null;

  const doi = doiIn(record, article);
  const links = linksOf(citation);
  const lists = all(article, 'AuthorList');
  const people = all(lists.find(({ attributes }) => attributes.Type !== 'editors') ?? lists[0], 'Author')
    .filter((author) => author.attributes.ValidYN !== 'N')
    .flatMap((author) => nameOf(author) ?? []);
  const publicationTypes = all(at(article, 'PublicationTypeList'), 'PublicationType').map(readable);
  return {
    source: 'pubmed',
    sourceId: pmid,
    version: null,
    doi,
    identifiers: names([
      { kind: 'pmid', value: pmid },
      byDoi(doi),
      ...pmcidOf(record),
      arxivNumber(article),
      ...sameWork(links, publicationTypes),
    ]),
    ...aboutOf(links),
    ...noticesOf(links, pmid),
    title,
    abstract: abstractOf(article),
    authors: people.map(nameInOrder),
    bibliography: { names: people, ...issueOf(article), ...freeIn(record, availableOn) },
    journal:
      readable(at(article, 'Journal', 'Title')) ||
      readable(at(article, 'Journal', 'ISOAbbreviation')) ||
      null,
    categories: [],
    availableOn,
    publicationDate: wordsOf(at(article, 'Journal', 'JournalIssue', 'PubDate')),
    publicationTypes,
    state: stateOf(links, title, publicationTypes),
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    ...indexedNames(citation, title),
  };
}

/** The copy in PubMed Central, unless its release was planned after the record was listed. */
function freeIn(record: XmlElement, listedOn: Day): { pmcid?: string } {
  const [pmcid] = pmcidOf(record);
  const release = dated(record, 'pmc-release');
  const releasedOn = release ? dayIn(release) : listedOn;
  return pmcid && releasedOn && releasedOn <= listedOn ? { pmcid: pmcid.value } : {};
}

function pmcidOf(record: XmlElement): Identifier[] {
  const value = readable(listedIds(record, 'pmc')[0]).toUpperCase();
  return /^PMC\d{1,9}$/.test(value) ? [{ kind: 'pmcid', value }] : [];
}

/**
 * Half of an average record is lists that we do not use; removing them first doubles the speed. Only ReferenceList can be
 * nested, so it is cut from its first opening to its last closing tag.
 */
function withoutUnread(xml: string): string {
  const from = xml.indexOf('<ReferenceList>');
  const to = xml.lastIndexOf('</ReferenceList>');
  const kept = from >= 0 && to > from ? xml.slice(0, from) + xml.slice(to + '</ReferenceList>'.length) : xml;
  return withoutLists(kept);
}

/** Cuts each unused list from its opening to its next closing tag, in one pass even if tags are left open. */
function withoutLists(xml: string): string {
  let kept = '';
  let after = 0;
  const unclosed = new Set<string>();
  for (const { 0: opening, 1: name = '', index } of xml.matchAll(unread)) {
    if (index < after || unclosed.has(name)) continue;
    const end = xml.indexOf(`</${name}>`, index + opening.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    kept += xml.slice(after, index);
    after = end + name.length + 3;
  }
  return kept + xml.slice(after);
}

const unread =
  /<(MeshHeadingList|AffiliationInfo|GrantList|KeywordList|InvestigatorList|PersonalNameSubjectList)(?: [^<>]*[^<>/])?>/g;

/** Articles in other languages may have no English title. */
function titleOf(article: XmlElement | undefined): string {
  const title = readable(at(article, 'ArticleTitle'));
  return title && !/^\[?not available\]?\.?$/i.test(title) ? title : readable(at(article, 'VernacularTitle'));
}

/** The day PubMed added it. Print dates may be months in the future, so they come last. */
function availableDay(record: XmlElement, article: XmlElement | undefined): Day | null {
  const candidates = [
    dated(record, 'entrez'),
    dated(record, 'pubmed'),
    at(article, 'ArticleDate'),
    at(record, 'MedlineCitation', 'DateRevised'),
    at(article, 'Journal', 'JournalIssue', 'PubDate'),
  ];
  for (const date of candidates) {
    const day = date && dayIn(date);
    if (day) return day;
  }
  return null;
}

const dated = (record: XmlElement, status: string): XmlElement | undefined =>
  all(at(record, 'PubmedData', 'History'), 'PubMedPubDate').find(
    (date) => date.attributes.PubStatus === status,
  );

function dayIn(date: XmlElement): Day | null {
  const part = (name: string) => readable(at(date, name));
  return dayFrom(part('Year'), part('Month'), part('Day'));
}

/** Prefers PubMed's own list, which gets corrected, unlike the publisher's ELocationID. */
function doiIn(record: XmlElement, article: XmlElement | undefined): string | null {
  for (const id of [...listedIds(record, 'doi'), ...locatedBy(article, 'doi')]) {
    const doi = doiOf(readable(id));
    if (doi) return doi;
  }
  return null;
}

const listedIds = (record: XmlElement, type: string): XmlElement[] =>
  all(at(record, 'PubmedData', 'ArticleIdList'), 'ArticleId').filter((id) => id.attributes.IdType === type);

const locatedBy = (article: XmlElement | undefined, type: string): XmlElement[] =>
  all(article, 'ELocationID').filter(
    ({ attributes }) => attributes.EIdType === type && attributes.ValidYN !== 'N',
  );

/** arXiv preprints in PubMed have their arXiv identifier as the publisher's item identifier. */
function arxivNumber(article: XmlElement | undefined): Identifier | null {
  for (const id of all(article, 'ELocationID')) {
    const text = readable(id);
    const number = id.attributes.EIdType === 'pii' && /^arxiv:/i.test(text) ? arxivIdOf(text) : null;
    if (number) return { kind: 'arxiv', value: number.id };
  }
  return null;
}

/** What a record says of another: a notice, a comment, another form of the same work. */
interface Link {
  type: string;
  pmid: string | null;
  doi: Identifier | null;
  /** Such as `Nature. 2021 May;593(7858):E7. doi: 10.1038/s41586-021-03556-4.` */
  source: string;
}

const linksOf = (citation: XmlElement | undefined): Link[] =>
  all(at(citation, 'CommentsCorrectionsList'), 'CommentsCorrections').map((link) => {
    const source = readable(at(link, 'RefSource')).slice(0, 2000);
    const pmid = readable(at(link, 'PMID'));
    return {
      type: link.attributes.RefType ?? '',
      pmid: /^\d{1,12}$/.test(pmid) ? pmid : null,
      doi: byDoi(/\bdoi:\s*(10\.\S{1,300}?)[.;,]?(?:\s|$)/i.exec(source)?.[1]),
      source,
    };
  });

const identifiersIn = ({ pmid, doi }: Link): Identifier[] => [
  ...(pmid ? [{ kind: 'pmid' as const, value: pmid }] : []),
  ...(doi ? [doi] : []),
];

/**
 * The other form of the same work: PubMed links a preprint to its article by UpdateIn, and back by UpdateOf. The same links
 * connect editions of a review, which are separate works, so one end must be a preprint.
 */
const sameWork = (links: Link[], types: string[]): Identifier[] =>
  links
    .filter(
      ({ type, source }) =>
        (type === 'UpdateIn' && types.includes('Preprint')) ||
        (type === 'UpdateOf' && /^(?:bioRxiv|medRxiv|arXiv|Res Sq|ChemRxiv|SSRN)\b/i.test(source)),
    )
    .flatMap(identifiersIn);

/** Links from a notice, a comment or a reply to the work it refers to. */
const aboutTypes = new Set([
  'ErratumFor',
  'RetractionOf',
  'PartialRetractionOf',
  'ExpressionOfConcernFor',
  'CommentOn',
]);

function aboutOf(links: Link[]): Pick<SourceRecord, 'about'> {
  const about = links.filter(({ type }) => aboutTypes.has(type)).flatMap(identifiersIn);
  return about.length ? { about } : {};
}

/** Notices that the work's own record names, except a retraction, which is the work's state. */
const noticeTypes: Record<string, NamedNotice['kind']> = {
  ErratumIn: 'corrected',
  ExpressionOfConcernIn: 'concern',
};

function noticesOf(links: Link[], own: string): Pick<SourceRecord, 'notices'> {
  const notices = links.flatMap(({ type, pmid, doi }): NamedNotice[] => {
    const kind = noticeTypes[type];
    const url = `https://pubmed.ncbi.nlm.nih.gov/${pmid ?? own}/`;
    return kind ? [{ kind, id: pmid, doi: doi?.value ?? null, url }] : [];
  });
  return notices.length ? { notices } : {};
}

function abstractOf(article: XmlElement | undefined): string | null {
  const lines = all(at(article, 'Abstract'), 'AbstractText').map((part) => {
    const text = readable(part);
    const label = line(part.attributes.Label ?? '').replace(/:$/, '');
    return text && label && label !== 'UNLABELLED' ? `${label}: ${text}` : text;
  });
  return lines.filter(Boolean).join('\n') || null;
}

/** `2019 Sep-Oct`, `2026 Mar 14`, `1998 Winter`, as the issue writes it. */
function wordsOf(date: XmlElement | undefined): string | null {
  const parts = ['MedlineDate', 'Year', 'Season', 'Month', 'Day'].map((name) => readable(at(date, name)));
  return parts.filter(Boolean).join(' ') || null;
}

function stateOf(links: Link[], title: string, types: string[]): SourceRecord['state'] {
  if (
    types.includes('Retracted Publication') ||
    /^\W*retracted(?:\s+(?:article|paper))?\s*:/i.test(title) ||
    links.some(({ type }) => type === 'RetractionIn')
  )
    return 'retracted';
  // Withdrawn Cochrane reviews and articles in press say so only in the title.
  return /^\W?withdrawn\s*:/i.test(title) ? 'withdrawn' : 'current';
}

/** A dozen substances is already many; one record in ten thousand exceeds this limit. */
const substancesAtMost = 20;
const classesAtMost = 10;
const longestName = 100;
const longestTitle = 400;

/** The substances that indexers assigned to a record, and its title in its own language; absent without index terms. */
function indexedNames(citation: XmlElement | undefined, title: string): Pick<SourceRecord, 'indexed'> {
  const substances = new Set<string>();
  const classes = new Set<string>();
  for (const chemical of all(at(citation, 'ChemicalList'), 'Chemical')) {
    const name = readable(at(chemical, 'NameOfSubstance'));
    if (!name || name.length > longestName) continue;
    const number = readable(at(chemical, 'RegistryNumber'));
    if (singleSubstance.test(number)) substances.add(name);
    else if (number === '0' && isClass(name)) classes.add(name);
  }
  const own = readable(at(citation, 'Article', 'VernacularTitle'));
  const ownTitle = own && own !== title && own.length <= longestTitle ? own : null;
  if (substances.size + classes.size === 0 && !ownTitle) return {};
  return {
    indexed: {
      substances: [...substances].slice(0, substancesAtMost),
      classes: [...classes].slice(0, classesAtMost),
      ownTitle,
    },
  };
}

/** Identifiers of the FDA and numbers of Chemical Abstracts; enzymes have `EC 1.1.1.1`, proteins and classes 0. */
const singleSubstance = /^(?:[0-9A-Z]{10}|\d{2,7}-\d{2}-\d)$/;

/** Endings of headings for pharmacological actions; for `Analgesics, Opioid`, before the comma. */
const isClass = (name: string): boolean => action.test(name.split(',', 1)[0]!);

const action =
  /(?:agents|inhibitors|agonists|antagonists|blockers|modulators|activators|stimulants|stimulators|diuretics|analgesics|anesthetics|anticoagulants|anticonvulsants|antidepressants|antimalarials|antiemetics|antimetabolites|hallucinogens)$/i;

/** An author split by the DTD's elements, or a collective by its name; null without a name. */
function nameOf(author: XmlElement) {
  const part = (name: string) => readable(at(author, name));
  const named = all(author, 'Identifier').find(({ attributes }) => attributes.Source === 'ORCID');
  const given = part('ForeName') || part('Initials');
  const group = part('CollectiveName').replace(/[;,]$/, '');
  return personOf({ family: part('LastName'), given, suffix: part('Suffix'), orcid: readable(named), group });
}

/** Volume, issue, pages and ISSN. An article number replaces missing pages. */
function issueOf(article: XmlElement | undefined): Omit<Bibliography, 'names'> {
  const issue = at(article, 'Journal', 'JournalIssue');
  const located = locatedBy(article, 'pii').map(readable);
  const articleNumber = located.find((id) => /^e?\d{1,8}$/i.test(id));
  return filled({
    volume: readable(at(issue, 'Volume')),
    issue: readable(at(issue, 'Issue')),
    pages: pagesIn(at(article, 'Pagination')) || articleNumber,
    issn: readable(at(article, 'Journal', 'ISSN')),
  });
}

function pagesIn(pagination: XmlElement | undefined): string {
  const [start, end] = ['StartPage', 'EndPage'].map((name) => readable(at(pagination, name)));
  return readable(at(pagination, 'MedlinePgn')) || [start, end].filter(Boolean).join('-');
}
