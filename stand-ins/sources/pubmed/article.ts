import { type Entry, latest } from '../records/entry.ts';
import { initialsOf, nameOf } from '../records/names.ts';
import { element, escaped } from '../wire/xml.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** One record of a PubmedArticleSet, in the order of NLM's DTD of January 2025. */
export function pubmedArticle(entry: Entry, { withoutId = false } = {}): string {
  const { title, abstract } = latest(entry);
  const { ownTitle, printed } = entry;
  const added = new Date(entry.addedAt);
  const changed = new Date(entry.changedAt);
  return [
    '<PubmedArticle><MedlineCitation Status="PubMed-not-MEDLINE" Owner="NLM">',
    withoutId ? '' : `<PMID Version="1">${escaped(entry.id)}</PMID>`,
    `<DateRevised>${date(changed)}</DateRevised>`,
    '<Article PubModel="Electronic">',
    `<Journal>${element('ISSN', printed.issn ?? null, 'IssnType="Electronic"')}<JournalIssue CitedMedium="Internet">`,
    element('Volume', printed.volume ?? null),
    element('Issue', printed.issue ?? null),
    `<PubDate>${printed.date ? printDate(printed.date) : dayOfPrint(added)}</PubDate></JournalIssue>`,
    element('Title', entry.journal),
    element('ISOAbbreviation', entry.journal),
    '</Journal>',
    `<ArticleTitle>${escaped(ownTitle ? `[${title}].` : title)}</ArticleTitle>`,
    printed.pages ? `<Pagination>${element('MedlinePgn', printed.pages)}</Pagination>` : '',
    element('ELocationID', entry.doi, 'EIdType="doi" ValidYN="Y"'),
    abstract ? `<Abstract>${abstractParts(abstract)}</Abstract>` : '',
    entry.authors.length
      ? `<AuthorList CompleteYN="Y">${entry.authors.map(author).join('')}</AuthorList>`
      : '',
    `<Language>${ownTitle ? 'und' : 'eng'}</Language>`,
    `<PublicationTypeList>${typesOf(entry)
      .map((type) => `<PublicationType UI="">${escaped(type)}</PublicationType>`)
      .join('')}</PublicationTypeList>`,
    element('VernacularTitle', ownTitle),
    `<ArticleDate DateType="Electronic">${date(added)}</ArticleDate>`,
    '</Article>',
    `<MedlineJournalInfo>${element('MedlineTA', entry.journal)}</MedlineJournalInfo>`,
    chemicals(entry),
    corrections(entry, changed),
    '</MedlineCitation><PubmedData><History>',
    ...['medline', 'pubmed', 'entrez'].map((status) => history(status, added)),
    '</History><PublicationStatus>epublish</PublicationStatus><ArticleIdList>',
    withoutId ? '' : articleId('pubmed', entry.id),
    entry.pmc ? articleId('pmc', entry.pmc) : '',
    entry.doi ? articleId('doi', entry.doi) : '',
    '</ArticleIdList></PubmedData></PubmedArticle>',
  ].join('');
}

const dayOfPrint = (at: Date): string =>
  `<Year>${at.getUTCFullYear()}</Year><Month>${months[at.getUTCMonth()]}</Month><Day>${two(at.getUTCDate())}</Day>`;

/** `2031 Jan 5`, or its first parts. */
const printDate = (written: string): string =>
  written
    .split(' ')
    .map((part, at) => element(['Year', 'Month', 'Day'][at]!, part))
    .join('');

export const typesOf = ({ types, retracted }: Entry): string[] =>
  retracted && !types.includes('Retracted Publication') ? [...types, 'Retracted Publication'] : types;

function chemicals({ chemicals }: Entry): string {
  const list = chemicals.map(
    ({ number, name }) =>
      `<Chemical><RegistryNumber>${escaped(number)}</RegistryNumber><NameOfSubstance UI="">${escaped(name)}</NameOfSubstance></Chemical>`,
  );
  return list.length ? `<ChemicalList>${list.join('')}</ChemicalList>` : '';
}

function corrections(entry: Entry, at: Date): string {
  const link = (type: string, pmid: string | null): string =>
    `<CommentsCorrections RefType="${escaped(type)}"><RefSource>${escaped(
      `${entry.journal ?? 'J'}. ${at.getUTCFullYear()} ${months[at.getUTCMonth()]} ${at.getUTCDate()}`,
    )}</RefSource>${pmid ? `<PMID Version="1">${escaped(pmid)}</PMID>` : ''}</CommentsCorrections>`;
  const own = entry.retracted ? [link('RetractionIn', null)] : [];
  const links = [...own, ...entry.links.map(({ type, id }) => link(type, id))];
  return links.length ? `<CommentsCorrectionsList>${links.join('')}</CommentsCorrectionsList>` : '';
}

/** Of `Holt, Rosa 0000-0002-1825-0097`, whose end PubMed names apart. */
function author(written: string): string {
  const [orcid] = /\b[\dX-]{19}$/.exec(written) ?? [];
  const name = nameOf(written.replace(/ [\dX-]{19}$/, ''));
  const identifier = orcid ? `<Identifier Source="ORCID">https://orcid.org/${orcid}</Identifier>` : '';
  if (name.collective)
    return `<Author ValidYN="Y"><CollectiveName>${escaped(name.last)}</CollectiveName></Author>`;
  return `<Author ValidYN="Y"><LastName>${escaped(name.last)}</LastName><ForeName>${escaped(name.given)}</ForeName><Initials>${escaped(initialsOf(name))}</Initials>${identifier}</Author>`;
}

const label = String.raw`[\p{Lu}][\p{Lu}\d ,/&'’()-]{2,60}`;

/** `BACKGROUND: … METHODS: …`, in lines or run together, becomes labeled parts; other text stays whole. */
function abstractParts(abstract: string): string {
  if (!new RegExp(`^${label}: `, 'u').test(abstract))
    return `<AbstractText>${escaped(abstract)}</AbstractText>`;
  return abstract
    .split(new RegExp(String.raw`(?:\n+|(?<=[.?!)\]] ))(?=${label}: )`, 'u'))
    .map((part) => {
      const [, name, text] = /^([^:]+): (.*)$/s.exec(part.trim()) ?? [];
      return name
        ? `<AbstractText Label="${escaped(name)}">${escaped(text!)}</AbstractText>`
        : `<AbstractText>${escaped(part.trim())}</AbstractText>`;
    })
    .join('');
}

const articleId = (type: string, id: string): string =>
  `<ArticleId IdType="${type}">${escaped(id)}</ArticleId>`;

const date = (at: Date): string =>
  `<Year>${at.getUTCFullYear()}</Year><Month>${two(at.getUTCMonth() + 1)}</Month><Day>${two(at.getUTCDate())}</Day>`;

const history = (status: string, at: Date): string =>
  `<PubMedPubDate PubStatus="${status}"><Year>${at.getUTCFullYear()}</Year><Month>${at.getUTCMonth() + 1}</Month><Day>${at.getUTCDate()}</Day><Hour>${at.getUTCHours()}</Hour><Minute>${at.getUTCMinutes()}</Minute></PubMedPubDate>`;

const two = (number: number): string => String(number).padStart(2, '0');
