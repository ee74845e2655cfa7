import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { readWords } from './reading.ts';

const many = (count: number, title: string, from = 0) =>
  Array.from({ length: count }, (_, id) => indexPaper({ id: from + id, title }));

const small = await buildIndex(
  many(
    6,
    `lithium batteries, bats, millennial cohort, committee reports, enzyme assays, tumor cells, immune system, breast cancer, best,
    solar cells, long term care, opioid use disorder, large language models, pneumonia, pneumonitis, elderly, palliative care,
    palatable, depression adolescents, influenza vaccines, adversarial robustness, statistical tests, hyperthermia, blood pressure`,
  ),
);

const large = await buildIndex([
  ...many(130, 'acute inflammation, occurrence, language models, marital, machine learning'),
  ...['langauge', 'inflamation', 'occurence', 'martial martial', 'machine-learning'].flatMap((word, at) =>
    many(1, `${word} models`, 200 + at),
  ),
  ...many(5, 'martial arts', 300),
  ...many(90, 'ketogenic diet, solar cells', 400),
  ...many(2, 'deit, solor', 500),
  ...many(1500, 'other matters', 600),
]);

describe('misspelled word', () => {
  it.each([
    ['langauge models', 'language models'],
    ['acute inflamation', 'acute inflammation'],
    ['occurence of models', 'occurrence of models'],
    ['martial models', 'martial models'],
    ['machinelearning', 'machine learning'],
    ['ketogenic deit', 'ketogenic diet'],
    ['solor cells', 'solar cells'],
    ['deit models', 'deit models'],
  ])('is read as the common word it is a slip of, also if a paper has it: %s', (typed, meant) => {
    expect(readWords(large.reader, typed).text).toBe(meant);
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
    ['adversial robustness', 'adversarial robustness'],
    ['stastical tests', 'statistical tests'],
    ['blood presure', 'blood pressure'],
    ['hypothermia', 'hypothermia'],
    ['hypotermia', 'hypothermia'],
  ])('is read as meant, also with two slips, but never as the opposite: %s', (typed, meant) => {
    expect(readWords(small.reader, typed).text).toBe(meant);
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
    ['pneumona in elderly', 'pneumonia in elderly'],
    ['pallative care', 'palliative care'],
    ['adolesent depresion', 'adolescents depression'],
  ])(
    'is read as what stands beside its neighbor, and as no foreign word of another meaning or order: %s',
    (typed, meant) => {
      expect(readWords(small.reader, typed).text).toBe(meant);
    },
  );

  it.each([
    ['phytoplanktn blooms', 'phytoplankton blooms'],
    ['glacer retreat', 'glacier retreat'],
    ['endometreosis', 'endometriosis'],
    ['deforestration', 'deforestation'],
    ['phytoplancton', 'phytoplankton'],
    ['nano-partcles', 'nano-particles'],
    ['chickpeas', 'chickpeas'],
    ['intrarectal lidocaine', 'intrarectal lidocaine'],
    ['carob', 'carob'],
  ])('is read as a word of a name, if no paper has either: %s', async (typed, meant) => {
    const { reader } = await buildIndex([indexPaper({ id: 0, title: 'blooms, retreat, lidocaine' })]);
    expect(readWords(reader, typed).text).toBe(meant);
  });

  it.each(['auris', 'bacon', 'beets'])('is no name of five letters: %s', async (name) => {
    const papers = [...many(6, 'aris, beacon, bees'), ...many(6094, 'cells', 6)];
    const { reader } = await buildIndex(papers);
    expect(readWords(reader, `${name} cells`).text).toBe(`${name} cells`);
  });
});
