import type { Kind, TopicReading } from './task.ts';

const aspect = (said: string, ...names: string[]) => ({ said, names });

/** Parts of topics and their names. A topic has every part whose words it contains. */
const table: [RegExp, string[]][] = [
  [/base edit\w*/i, ['base editor', 'base editors', 'adenine base editor', 'cytosine base editor']],
  [/crispr/i, ['CRISPR-Cas9', 'Cas9']],
  [
    /antibiotic resistance|antimicrobial resistance/i,
    ['AMR', 'drug-resistant bacteria', 'multidrug resistance'],
  ],
  [/language models?|llms?/i, ['LLM', 'large language model', 'language models']],
  [
    /heart failure/i,
    ['cardiac failure', 'congestive heart failure', 'HFpEF', 'HFrEF', 'myocardial insufficiency'],
  ],
  [/cancer|tumou?rs?/i, ['neoplasm', 'carcinoma', 'malignancy']],
  [/climate change|warming/i, ['global warming', 'climate warming']],
];

/** A reading of a topic: `read` or the table's, spoiled by the chosen behavior. The words of no row are one more part. */
export function readTopicAs(
  topic: string,
  kind: Kind,
  read: (topic: string) => TopicReading = fromTable,
): TopicReading {
  const reading = read(topic);
  if (kind === 'overgeneralises') {
    const names = ['science', 'research', 'study', 'disease', 'model'];
    return { ...reading, aspects: reading.aspects.map(({ said }) => aspect(said, ...names)) };
  }
  if (kind === 'other-language') return { ...reading, language: 'de', corrected: 'Ein ganz anderes Thema' };
  return reading;
}

function fromTable(topic: string): TopicReading {
  const found = table.flatMap(([words, names]) => {
    const said = words.exec(topic)?.[0];
    return said ? [aspect(said, ...names)] : [];
  });
  const rest = found
    .reduce((text, { said }) => text.replace(said, ' '), topic)
    .trim()
    .replace(/\s+/g, ' ');
  const aspects = rest && topic.includes(rest) ? [...found, aspect(rest)] : found;
  return { language: 'en', corrected: topic, aspects, not: [], kind: '' };
}
