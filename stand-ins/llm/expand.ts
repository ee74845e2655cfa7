import type { Expansion } from './task.ts';

type Entry = Expansion['expansions'][number];

const said = (kind: Entry['kind'], ...phrases: string[]): Entry[] =>
  phrases.map((phrase) => ({ phrase, kind }));

/** Synonyms. A topic gets every row whose words it contains. */
const table: [RegExp, Entry[]][] = [
  [
    /base edit|crispr/i,
    [
      ...said('synonym', 'base editor', 'base editors'),
      ...said('abbreviation', 'ABE', 'CBE'),
      ...said('narrower', 'adenine base editor', 'cytosine base editor'),
      ...said('broader', 'genome editing'),
      ...said('related', 'deaminase', 'prime editing'),
    ],
  ],
  [
    /antibiotic|antimicrobial/i,
    [
      ...said('synonym', 'antimicrobial resistance', 'drug-resistant bacteria'),
      ...said('abbreviation', 'AMR'),
      ...said('narrower', 'carbapenem resistance', 'multidrug-resistant'),
      ...said('related', 'minimum inhibitory concentration'),
    ],
  ],
  [
    /language model|llm|agent/i,
    [
      ...said('synonym', 'language model agents', 'LLM agents'),
      ...said('abbreviation', 'LLM'),
      ...said('broader', 'autonomous agents'),
      ...said('related', 'tool use', 'prompt injection'),
    ],
  ],
  [
    /heart failure|cardiac/i,
    [
      ...said('synonym', 'cardiac failure', 'congestive heart failure'),
      ...said('abbreviation', 'HFpEF', 'HFrEF'),
      ...said('narrower', 'acute heart failure'),
      ...said('related', 'ejection fraction', 'cardiomyopathy'),
    ],
  ],
  [
    /cancer|tumou?r|oncolog/i,
    [...said('synonym', 'neoplasm', 'carcinoma'), ...said('related', 'metastasis')],
  ],
  [
    /quantum/i,
    [...said('related', 'qubit', 'surface code'), ...said('narrower', 'quantum error correction')],
  ],
  [
    /climate|warming/i,
    [...said('synonym', 'global warming'), ...said('related', 'greenhouse gas', 'heat stress')],
  ],
];

export const expand = (topic: string): Expansion => ({
  expansions: table.flatMap(([words, entries]) => (words.test(topic) ? entries : [])),
});

/** Words so general that they match half the corpus. */
export const tooWide: Expansion = {
  expansions: said('broader', 'science', 'research', 'study', 'disease', 'model'),
};
