import { topicText } from './embeddings.ts';

const widened = (phrase: string, weight: number) => ({
  ...{ phrase, weight },
  kind: 'synonym' as const,
  from: 'model' as const,
});

it.each([
  ['heart failure', [], 'heart failure'],
  ['"heart failure" -mice  -"case report" elderly', [], 'heart failure elderly'],
  ['covid-19', [], 'covid-19'],
  [
    'heart failure',
    [widened('cardiac failure', 0.5), widened('ejection fraction', 0.3)],
    'heart failure; cardiac failure',
  ],
  ['-mice', [widened('rats', 0.5)], ''],
])('embeds what %s means', (term, expansion, text) => expect(topicText({ term, expansion })).toBe(text));
