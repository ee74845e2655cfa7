import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { relevanceFloor } from '../score/calibrate.ts';

const titles = [
  'Honeybees adjust colour preferences in response to rewards',
  'Waggle dances of honey bees',
  'Honey-bee colonies in winter',
  'Native bees of the Andes',
  'Honey against coughs',
  'Out of the blue: a field guide to printing colours',
  'Blueprint of a protein complex',
  'Blue light in print shops',
  'Print media and blue collars',
  'Soil fungi of alpine meadows',
  'Sleep in shift workers',
  'Bridges under load',
];
const index = await buildIndex(titles.map((title, id) => indexPaper({ id, title })));
const found = (text: string) =>
  index
    .rank(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(sourceNames) },
      { limit: 10, floor: relevanceFloor },
    )
    .map(({ id }) => titles[id]!)
    .sort();

describe('compound', () => {
  const onHoneyBees = [titles[2], titles[0], titles[1]];

  it.each(['honey bees', 'honeybees', 'honey-bees', 'Honeybee'])(
    'written %s matches every spelling',
    (text) => expect(found(text)).toEqual(expect.arrayContaining(onHoneyBees)),
  );

  it('is not a synonym for two words that mostly occur apart', () => {
    expect(found('blue print')).not.toContain('Blueprint of a protein complex');
    expect(found('blueprint')).toEqual(['Blueprint of a protein complex']);
  });
});
