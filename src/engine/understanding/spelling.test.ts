import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { readWords } from './reading.ts';

/** A text as it is read where six papers have these words. */
async function readAmong(words: string, typed: string): Promise<string> {
  const papers = Array.from({ length: 6 }, (_, id) => indexPaper({ id, title: `${words} ${id}` }));
  const { reader } = await buildIndex(papers);
  return readWords(reader, typed).text;
}

describe('misspelled word', () => {
  it.each([
    ['langauge models', 'language models'],
    ['acute inflamation', 'acute inflammation'],
    ['occurence of models', 'occurrence of models'],
    ['martial models', 'martial models'],
  ])('is read as the common word it is a slip of, also if a paper has it: %s', async (typed, meant) => {
    const common = 'acute inflammation, occurrence, language models, marital';
    const papers = Array.from({ length: 130 }, (_, id) => indexPaper({ id, title: `${common} ${id}` }));
    const slips = ['langauge', 'inflamation', 'occurence', 'martial martial'].map((title, at) =>
      indexPaper({ id: 200 + at, title: `${title} models` }),
    );
    const more = Array.from({ length: 5 }, (_, id) => indexPaper({ id: 300 + id, title: 'martial arts' }));
    const { reader } = await buildIndex([...papers, ...slips, ...more]);
    expect(readWords(reader, typed).text).toBe(meant);
  });

  it.each([
    ['lithium baterries', 'lithium batteries'],
    ['milenniall cohort', 'millennial cohort'],
    ['comittee reports', 'committee reports'],
    ['enzime assays', 'enzyme assays'],
    ['tumer cells', 'tumor cells'],
    ['immune sistem', 'immune system'],
    ['lithium bats', 'lithium bats'],
    ['lithium parties', 'lithium parties'],
  ])('is read as meant, also if another letter is doubled: %s', async (typed, meant) => {
    const words =
      'lithium batteries, bats, millennial cohort, committee reports, enzyme assays, tumor cells, immune system';
    expect(await readAmong(words, typed)).toBe(meant);
  });

  it.each([
    ['brest cancer', 'breast cancer'],
    ['solar cels', 'solar cells'],
    ['long-trem care', 'long-term care'],
    ['large langauge models', 'large language models'],
    ['long trem care', 'long term care'],
    ['opiod use disorder', 'opioid use disorder'],
    ['best cancer', 'best cancer'],
    ['meat shock', 'meat shock'],
  ])(
    'is read as what names have beside its neighbor, if papers hardly write it: %s',
    async (typed, meant) => {
      const words =
        'breast cancer, best, solar cells, long term care, opioid use disorder, large language models';
      expect(await readAmong(words, typed)).toBe(meant);
    },
  );

  it.each([
    ['pneumona in elderly', 'pneumonia in elderly'],
    ['pallative care', 'palliative care'],
    ['adolesent depresion', 'adolescents depression'],
  ])('is no foreign word of another meaning or order: %s', async (typed, meant) => {
    const words = 'pneumonia, pneumonitis, elderly, palliative care, palatable, depression adolescents';
    expect(await readAmong(words, typed)).toBe(meant);
  });

  it.each([
    ['phytoplanktn blooms', 'phytoplankton blooms'],
    ['glacer retreat', 'glacier retreat'],
    ['endometreosis', 'endometriosis'],
    ['nano-partcles', 'nano-particles'],
    ['chickpeas', 'chickpeas'],
    ['intrarectal lidocaine', 'intrarectal lidocaine'],
    ['carob', 'carob'],
  ])('is read as a word of a name, if no paper has either: %s', async (typed, meant) => {
    const { reader } = await buildIndex([indexPaper({ id: 0, title: 'blooms, retreat, lidocaine' })]);
    expect(readWords(reader, typed).text).toBe(meant);
  });

  it.each(['auris', 'bacon', 'beets'])('is no name of five letters: %s', async (name) => {
    const papers = Array.from({ length: 6100 }, (_, id) =>
      indexPaper({ id, title: id < 6 ? 'aris, beacon, bees' : 'cells' }),
    );
    const { reader } = await buildIndex(papers);
    expect(readWords(reader, `${name} cells`).text).toBe(`${name} cells`);
  });
});
