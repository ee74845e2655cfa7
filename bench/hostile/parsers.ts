import { nameOf } from '#corpus/works/identity/nameOf.ts';
import { titleKind, withoutLabel } from '#corpus/works/identity/notices.ts';
import { comparableName } from '#corpus/works/identity/spelling.ts';
import { comparableTitle } from '#corpus/works/identity/title.ts';
import { abbreviationsIn } from '#engine/text/abbreviations.ts';
import { tokenize } from '#engine/text/tokenize.ts';
import { askedKind } from '#engine/understanding/documentKinds.ts';
import { askedIn, parseSyntax } from '#engine/understanding/syntax.ts';
import { harmlessTex } from '#features/citations/server/bibtex.ts';
import { issued } from '#features/citations/server/citation.ts';
import { markdownLine } from '#features/citations/server/markdown.ts';
import { citedIn } from '#features/imports/server/references/cited.ts';
import { parseReferences } from '#features/imports/server/references/parse.ts';
import { challengeIn } from '#features/passkeys/server/passkeys.ts';
import { shorten } from '#mail/layout/words.ts';
import { designOf, populationOf } from '#reading/facts/facts.ts';
import { sampleSizeOf } from '#reading/facts/sampleSize.ts';
import { certaintyHolds, tenseHolds } from '#reading/grounding/certainty.ts';
import { numbersHold } from '#reading/grounding/numbers.ts';
import { scopeHolds } from '#reading/grounding/scope.ts';
import { findQuote } from '#reading/grounding/text.ts';
import { addressesModel } from '#reading/text/promptInjection.ts';
import { contextDependence } from '#reading/text/readable.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import { contentStems } from '#reading/text/stems.ts';
import { wordsOf as wordsIn } from '#reading/text/words.ts';
import { roleChances } from '#reading/worth/roles.ts';
import { throughLibrary } from '#shared/papers/libraryLink.ts';
import { indexedSources } from '#shared/papers/sources.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import { email, oneLine } from '#shared/values/fields.ts';
import { plain } from '#shared/values/plainText.ts';
import { encodedOnce } from '#shared/values/textOf.ts';
import { authorsOf, readAtom, readOai } from '#sources/arxiv/reply.ts';
import { readableAbstract } from '#sources/biorxiv/abstract.ts';
import { readArticle } from '#sources/pubmed/article.ts';
import { readArticles } from '#sources/pubmed/replies.ts';
import { beginsWithWithdrawal, cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { identifierIn } from '#sources/record/identifierIn.ts';
import { namesApart } from '#sources/record/names.ts';
import { doiOf, licenseOf } from '#sources/record/record.ts';
import { fromTex } from '#sources/record/tex.ts';
import { line, paragraphs, wordsOf } from '#sources/record/text.ts';
import { pageOf } from '#sources/record/xml.ts';
import { fromTranslation } from '#topics/expansion/expand.ts';
import { cleanPhrase } from '#topics/expansion/phrases.ts';
import { ofCalls, ofHeaders, ofWebhooks } from './calls.ts';
import { ofProvider } from './provider.ts';
import { ofServices, ofSources } from './services.ts';
import { ofTopicsInIndex } from './topicsInIndex.ts';

/** Parsers of a source's whole reply, before any limit except the page's. */
const ofReplies: Record<string, (text: string) => unknown> = {
  'pubmed article': (text) => readArticle(`<PubmedArticle>${text}</PubmedArticle>`),
  'pubmed reply': (text) => readArticles(`<PubmedArticleSet>${text}</PubmedArticleSet>`),
  'arxiv search reply': (text) => readAtom(`<feed>${text}</feed>`),
  'arxiv harvest reply': (text) => readOai(`<OAI-PMH>${text}</OAI-PMH>`),
  'records of a page': (text) => pageOf(text, 'record', 'entry'),
  'tex to text': (text) => fromTex(text, { isTypeset: true }),
  'arxiv authors': authorsOf,
  'biorxiv abstract': readableAbstract,
  'one line': line,
  paragraphs,
  doi: doiOf,
  'pubmed translation': fromTranslation,
};

/** Parsers of whole files of references. */
const ofFiles: Record<string, (text: string) => unknown> = {
  'list of references': parseReferences,
  'reference in prose': citedIn,
  'tagged reference': (text) => parseReferences(`PT J\nTI ${text}\nAU ${text}\nER\n`),
  'PubMed XML file': (text) => parseReferences(`<PubmedArticle>${text}</PubmedArticle>${text}`),
  'CSV reference': (text) => parseReferences(`Title,Notes\n"${text}",${text}\n`),
  'ENW reference': (text) => parseReferences(`%0 Book\n%T ${text}\n%Z ${text}\n`),
  'RIS reference': (text) => parseReferences(`TY  - JOUR\nTI  - ${text}\nN1  - ${text}\nER  - \n`),
  'BibTeX reference': (text) => parseReferences(`@article{a, title = {${text}}, author = {${text}}}\n`),
  'BibTeX file': (text) => parseReferences(`@article{a, title = {Moss}}\n${text}`),
  'NBIB reference': (text) => parseReferences(`PMID- 1\nTI  - ${text}\nFAU - ${text}\n`),
  'CSL-JSON reference': (text) => parseReferences(JSON.stringify([{ title: text, note: text, DOI: text }])),
  'Zotero RDF': (text) =>
    parseReferences(`<rdf:RDF><bib:Article><dc:title>${text}</dc:title></bib:Article>${text}</rdf:RDF>`),
  'EndNote XML': (text) => parseReferences(`<xml><record><title>${text}</title></record>${text}</xml>`),
  'a passkey’s answer': (text) =>
    challengeIn({ response: { clientDataJSON: Buffer.from(text).toString('base64url') } }),
};

/** More characters than a topic may have. */
const topicAtMost = 1000;

/** Parsers of a topic as it is typed. */
const ofTopics: Record<string, (text: string) => unknown> = {
  'topic as an expression': (text) => parseSyntax(text, indexedSources),
  'kind of document in a topic': askedKind,
  identifier: identifierIn,
  'names apart': namesApart,
  'text encoded twice': encodedOnce,
};

const cited = (text: string): Parameters<typeof throughLibrary>[1] => ({
  ...{ title: text, url: text, doi: text, journal: text, publishedOn: text },
  ...{ publicationTypes: [text], source: 'pubmed' },
});

/** Parsers of record fields, and of what a reader or a model wrote, after the length limit of the field. */
const ofFields: Record<string, (text: string) => unknown> = {
  'words of a query': wordsOf,
  'index tokens': tokenize,
  'prompt injection': addressesModel,
  sentences: sentencesOf,
  stems: contentStems,
  'context dependence': (text) => contextDependence({ text, from: 0 }, text, ''),
  quote: (text) => findQuote(text, 'we found that sleep improves memory'),
  certainty: (text) => certaintyHolds(text, text),
  tense: (text) => tenseHolds(text, text),
  numbers: (text) => numbersHold(text, text, text),
  scope: (text) => scopeHolds(text, text, text),
  abbreviations: abbreviationsIn,
  'words asked for': askedIn,
  'phrase of an expansion': cleanPhrase,
  'cited name': nameOf,
  'escaped Markdown': markdownLine,
  'clean abstract': cleanAbstract,
  'clean title': cleanTitle,
  'sample size': sampleSizeOf,
  population: (text) => populationOf(text, text),
  design: (text) => designOf({ title: text, abstract: text, publicationTypes: [] }),
  'role of a sentence': (text) => roleChances(wordsIn(text), 0.5),
  'mail text': (text) => shorten(plain(text), 500),
  'address in a request': (text) => email.safeParse(text),
  'line in a request': (text) => oneLine.safeParse(text),
  'kind of a piece': titleKind,
  'title of a noticed work': withoutLabel,
  'title as compared': comparableTitle,
  'name as compared': comparableName,
  withdrawal: beginsWithWithdrawal,
  license: licenseOf,
  'TeX of a title': harmlessTex,
  'date of an issue': issued,
  'address at a library': (text) => throughLibrary(`https://library.example/?url=`, cited(text)),
  OpenURL: (text) => throughLibrary('https://library.example/resolve', cited(text)),
};

/** The parsers, of the text as it is cut before. */
const after = (cut: (text: string) => string, all: typeof ofFields): typeof ofFields =>
  Object.fromEntries(Object.entries(all).map(([name, parse]) => [name, (text: string) => parse(cut(text))]));

/** All parsers of outside text, by name. Parsers of fields get text that is already cut to the limit. */
export const parsers: Record<string, (text: string) => unknown> = {
  ...ofReplies,
  ...ofSources,
  ...ofServices,
  ...ofFiles,
  ...ofCalls,
  ...ofHeaders,
  ...ofWebhooks,
  ...ofProvider,
  ...ofTopicsInIndex,
  ...after((text) => text.slice(0, topicAtMost), ofTopics),
  ...after((text) => boundedText(text, text.length), ofFields),
};
