import { journalName, shortJournal } from './journals.ts';

test.each([
  ['The New England journal of medicine', 'N Engl J Med'],
  ['Frontiers in immunology', 'Front Immunol'],
  ['Journal for immunotherapy of cancer', 'J Immunother Cancer'],
  ['International journal of molecular sciences', 'Int J Mol Sci'],
  ['The Science of the total environment', 'Sci Total Environ'],
  ['Cancer immunology, immunotherapy : CII', 'Cancer Immunol Immunother'],
  ['Cell death & disease', 'Cell Death Dis'],
  ['Revista de gastroenterologia del Peru : organo oficial', 'Rev Gastroenterol Peru'],
  ['Science (New York, N.Y.)', 'Science'],
  ['The Lancet', 'Lancet'],
  ['Journal of immunology (Baltimore, Md. : 1950)', 'J Immunol'],
  ['American journal of physiology. Cell physiology', 'Am J Physiol Cell Physiol'],
  [
    'Proceedings of the National Academy of Sciences of the United States of America',
    'Proc Natl Acad Sci USA',
  ],
  ['PLoS one', 'PLoS One'],
  ['BMC cancer', 'BMC Cancer'],
  ['Newborn care', 'Newborn Care'],
  ['中华医学杂志', '中华医学杂志'],
  ['', ''],
])('%s is %s for short', (long, short) => expect(shortJournal(long)).toBe(short));

test('a journal’s name has nothing that libraries add', () =>
  expect(journalName('The Cancer journal (Sudbury, Mass.)')).toBe('Cancer journal'));
