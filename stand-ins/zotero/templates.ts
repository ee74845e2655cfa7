/** Item types by their fields, as Zotero's schema 41 lists them (zotero/zotero-schema). */
const fields = {
  journalArticle:
    'title abstractNote publicationTitle publisher place date volume issue section partNumber partTitle pages series seriesTitle seriesText journalAbbreviation DOI citationKey url accessDate PMID PMCID ISSN archive archiveLocation shortTitle language libraryCatalog callNumber rights extra',
  preprint:
    'title abstractNote genre repository archiveID place date series seriesNumber DOI citationKey url accessDate archive archiveLocation shortTitle language libraryCatalog callNumber rights extra',
};

/** Responses of `GET /items/new?itemType=…`, by type. */
export const templates: ReadonlyMap<string, Record<string, unknown>> = new Map(
  Object.entries(fields).map(([itemType, names]) => [
    itemType,
    {
      itemType,
      creators: [{ creatorType: 'author', firstName: '', lastName: '' }],
      ...Object.fromEntries(names.split(' ').map((name) => [name, ''])),
      tags: [],
      collections: [],
      relations: {},
    },
  ]),
);

export const attachmentFields = ['linkMode', 'title', 'accessDate', 'url', 'note', 'contentType', 'charset'];
export const noteFields = ['note'];
