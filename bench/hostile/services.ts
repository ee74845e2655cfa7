import { readVenues, readWorks } from '#enrichment/impact/reply.ts';
import { services } from '#features/messages/server/services/services.ts';
import { readWritten } from '#features/zotero/server/client.ts';
import { retryAfterMs } from '#platform/http/retryAfter.ts';
import { readDetails } from '#sources/biorxiv/reply.ts';
import { readItems, readPage } from '#sources/crossref/reply.ts';
import { isWanted, linksOf, readSearch as readEuropePmc, recordOf } from '#sources/europepmc/reply.ts';
import { readSearch as readPubmed } from '#sources/pubmed/replies.ts';
import { headerOf } from './calls.ts';

const json = JSON.stringify;

/** Parsers of sources' JSON replies, with the text as the whole reply and in every field. */
export const ofSources: Record<string, (text: string) => unknown> = {
  'pubmed search reply': readPubmed,
  'pubmed search fields': (text) =>
    readPubmed(json({ esearchresult: { count: '1', idlist: ['1'], querytranslation: text } })),
  'pubmed search in XML': (text) => readPubmed(`<eSearchResult><Count>1</Count>${text}</eSearchResult>`),
  'biorxiv reply': (text) => readDetails(text, 'biorxiv'),
  'biorxiv fields': (text) => {
    const known = { doi: '10.1101/2026.01.01.000001', date: '2026-01-01', version: 1 };
    const written = { title: text, authors: text, type: text, category: text, abstract: text };
    const row = { ...known, ...written, license: text, published: text };
    return readDetails(json({ messages: [{ status: 'ok', total: 1 }], collection: [row] }), 'biorxiv');
  },
  'europe pmc reply': (text) => readEuropePmc(text, '*'),
  'europe pmc fields': (text) => {
    const item = preprint(text);
    return [isWanted(item), recordOf(item), linksOf(item)];
  },
  'crossref reply': readPage,
  'crossref fields': (text) => readItems([registered(text), registered('10.5555/a')]),
};

const preprint = (text: string) => ({
  ...{ id: 'PPR1', source: 'PPR', doi: `10.5555/${text}`, title: text, abstractText: text, license: text },
  authorList: { author: [{ firstName: text, lastName: text }, { collectiveName: text }] },
  pubTypeList: { pubType: [text] },
  bookOrReportDetails: { publisher: text },
  commentCorrectionList: {
    commentCorrection: [{ id: '1', source: 'MED', type: 'Preprint of', note: text, reference: text }],
  },
  firstPublicationDate: '2026-01-01',
});

const registered = (doi: string) => ({
  DOI: doi,
  'update-to': [{ DOI: doi, type: doi, source: doi }],
  relation: { 'is-preprint-of': [{ 'id-type': 'doi', id: doi, 'asserted-by': doi }] },
});

const limitsOf = (text: string) => ({ 'retry-after': text, date: text, 'x-ratelimit-reset-after': text });
const answer = (text: string) => ({ status: 429, headers: limitsOf(text), text });

/** Parsers of other services' answers. */
export const ofServices: Record<string, (text: string) => unknown> = {
  'openalex reply': (text) => [readWorks, readVenues].map((read) => read(text)),
  'openalex fields': (text) => {
    const work = {
      ...{ doi: text, open_access: { oa_url: `https://example.org/${text}.pdf` } },
      best_oa_location: { pdf_url: `https://example.org/${text}`, license: text },
      primary_location: { source: { id: text, type: 'journal' } },
    };
    return readWorks(json({ results: [work] }));
  },
  'answers of chats': (text) => Object.values(services).map((service) => service.read(answer(text))),
  'answer of Zotero': (text) => readWritten(answer(text), 50),
  'wait asked for': (text) =>
    retryAfterMs(new Headers({ 'retry-after': headerOf(text), date: headerOf(text) })),
};
