import { type Entry, visible } from '../records/entry.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { element, escaped } from '../wire/xml.ts';
import type { Fields, History } from './search.ts';

const head = (name: string, id: string, path: string): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE ${name} PUBLIC "-//NLM//DTD ${id}//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/${path}.dtd">\n`;

/** EPost: keeps identifiers in the history, under a new key of the same environment. */
export function epost(fields: Fields, recordIndex: RecordIndex, history: History): string {
  const reply = (inside: string) =>
    `${head('ePostResult', 'epost 20090526', '20090526/epost')}<ePostResult>${inside}\n</ePostResult>\n`;
  if (fields.db && fields.db !== 'pubmed')
    return reply(`\n\t${element('ERROR', `Invalid db name specified: ${fields.db}`)}`);
  const ids = (fields.id ?? '').split(/[\s,]+/).filter(Boolean);
  const valid = ids.filter((id) => /^\d{1,20}$/.test(id));
  const omitted = 'Some IDs have invalid value and were omitted. Maximum ID value 18446744073709551615';
  const warning = valid.length < ids.length ? `\n\t${element('ERROR', omitted)}` : '';
  if (!valid.length) return reply(`\n\t${element('ERROR', 'Empty ID list; Nothing to store')}${warning}`);
  const entries = valid.flatMap((id) => recordIndex.get(id) ?? []);
  const { queryKey, webEnv } = history.keep(entries, fields.WebEnv);
  return reply(`\n\t${element('QueryKey', queryKey)}\n\t${element('WebEnv', webEnv)}${warning}`);
}

/** ELink within PubMed (`cmd=neighbor`): the record itself, then the records it links to. One set per `id`. */
export function elink(lists: string[], recordIndex: RecordIndex): string {
  const set = (list: string): string => {
    const ids = list.split(/[\s,]+/).filter((id) => /^\d+$/.test(id));
    const linked = (entry: Entry) => [entry.id, ...entry.links.map(({ id }) => id)];
    const found = ids.flatMap((id) => recordIndex.get(id) ?? []).filter(visible);
    const links = [...new Set(found.flatMap(linked))];
    const database = links.length
      ? `<LinkSetDb><DbTo>pubmed</DbTo><LinkName>pubmed_pubmed</LinkName>${links
          .map((id) => `<Link>${element('Id', id)}</Link>`)
          .join('')}</LinkSetDb>`
      : '';
    const asked = ids.map((id) => element('Id', id)).join('');
    return `<LinkSet><DbFrom>pubmed</DbFrom><IdList>${asked}</IdList>${database}</LinkSet>`;
  };
  return `${head('eLinkResult', 'elink 20101123', '20101123/elink')}<eLinkResult>${lists.map(set).join('')}</eLinkResult>\n`;
}

/** ESpell's response to a query without mistakes: no correction. */
export const espell = ({ term = '' }: Fields): string =>
  `${head('eSpellResult', 'espell', 'eSpell')}<eSpellResult><Database>pubmed</Database><Query>${escaped(
    term,
  )}</Query><CorrectedQuery></CorrectedQuery><SpelledQuery/><ERROR/></eSpellResult>\n`;
