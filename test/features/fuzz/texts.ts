/** A small text in each format of references. */
export const bibliographies: Record<string, string> = {
  RIS: `TY  - JOUR
AU  - Okafor, Ada
TI  - Moss on stone: a {review} of “growth”
PY  - 2026/03/01
DO  - 10.1000/moss.1
KW  - moss
N1  - mine
ER  - 
`,
  BibTeX: `@string{jm = "Journal of Moss"}
@article{okafor2026, title = {Moss on {S}tone: {\\"a} $\\alpha$ review}, author = {Okafor, Ada and {The Moss Group} and van der Berg, Jan},
  journal = jm # { (online)}, year = 2026, doi = "10.1000/moss.1", keywords = {moss, stone}, note = {PMID: 41606514}, annotation = {mine}}
@book{b, title = "A book with \\emph{marks} and \\textsuperscript{2}", editor = {A. B. and others}, date = {2024-02/2025-05}}
`,
  'CSL-JSON': `[{"id":"1","type":"article-journal","title":"Moss on stone","author":[{"family":"Okafor","given":"Ada"},{"literal":"Moss Group"}],"issued":{"date-parts":[[2026,3,1]]},"DOI":"10.1000/moss.1","note":"PMID: 41606514","keyword":"moss, stone","annote":"mine"}]`,
  'Zotero RDF': `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/">
<bib:Article rdf:about="https://doi.org/10.1000/moss.1"><z:itemType>journalArticle</z:itemType><bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Okafor</foaf:surname><foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors><dc:title>Moss &amp; stone</dc:title><dc:date>2026</dc:date><dc:identifier>DOI 10.1000/moss.1</dc:identifier><dc:subject>moss</dc:subject><dcterms:isReferencedBy rdf:resource="#item_2"/></bib:Article>
<bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;mine&lt;/p&gt;</rdf:value></bib:Memo></rdf:RDF>`,
  'EndNote XML': `<?xml version="1.0"?><xml><records><record><contributors><authors><author><style face="normal">Okafor, Ada</style></author></authors></contributors><titles><title>Moss on stone</title></titles><dates><year>2026</year></dates><electronic-resource-num>10.1000/moss.1</electronic-resource-num><accession-num>41606514</accession-num><keywords><keyword>moss</keyword></keywords><urls><related-urls><url>https://arxiv.org/abs/2601.01234</url></related-urls></urls><research-notes>mine</research-notes></record></records></xml>`,
  NBIB: `PMID- 41606514
TI  - Moss on stone
FAU - Okafor, Ada
AU  - Okafor A
DP  - 2026 Mar 1
LID - 10.1000/moss.1 [doi]
MH  - Bryophyta
`,
  'a list': `10.1000/moss.1, 41606514; arXiv:2601.01234
https://doi.org/10.1101/2026.01.02.000504v1
Moss on stone
`,
};
