/** What a hostile text repeats: one piece, openings followed by as many closings, or a run before an end. */
export type Pump = string | { open: string; close: string } | { run: string; end: string };

/** A text of about `length` characters. */
export function textOf(pump: Pump, length: number): string {
  if (typeof pump === 'string') return pump.repeat(Math.ceil(length / pump.length));
  if ('run' in pump) return pump.run.repeat(Math.ceil(length / pump.run.length)) + pump.end;
  const times = Math.ceil(length / (pump.open.length + pump.close.length));
  return pump.open.repeat(times) + pump.close.repeat(times);
}

export const inWords = (pump: Pump): string =>
  typeof pump === 'string'
    ? JSON.stringify(pump)
    : 'run' in pump
      ? `${JSON.stringify(pump.run)}${pump.end}`
      : `${pump.open}…${pump.close}`;

/** White space, unclosed openings, words that patterns start with, nesting, and runs that fail at the end. */
export const pumps: Pump[] = [
  ...[' ', '\n', '\t \n', 'a', 'A', '1', '1.', '1,', '-', '--', '.', ',', ' ,', ':', '(', '((A', '(AB) '],
  ...['[', '![', '[1', '{', '{\\em ', '\\', "\\'", '$', '$a', '"', '" ', '<', '<a ', '<i>', '<record>'],
  ...['<record></record>', '<entry ', '<ReferenceList>', '<AffiliationInfo>', '<sup>1</sup>', '&amp;', '&'],
  ...[']]>', '<![CDATA[', 'doi:10.', `10.1000/${')'.repeat(900)}\n`, `PMID- ${'1'.repeat(200)}\n`, '@a{b,\n'],
  ...['\n@string{a = b # "', '\nTY  - \n', '<bib:Article>', '<bib:Memo rdf:about="', '**a', '- - ', '> '],
  ...['| a ', '`', '[a](', '10.1/', 'http://', ' for the ', ' and ', 'note ', 'ignore ', 'ignore all '],
  ...['system: ', 'you are ', ' AND 1234', ' OR ("', 'we found ', 'The ', 'than ', 'p < ', '5 % '],
  ...[
    '12 patients ',
    '(n = 12) ',
    'van ',
    'e\u0301',
    '\u0301\u0323',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\u{1f9ec}',
    'ß',
  ],
  ...['ﬁ', 'a@', 'a.b@c.', 'herz', 'aa\tb\n', 'A=b\n', '#', '%41', '%', '127.0.0.1,', 't=1,v1=', 'W/"a", '],
  ...[';', '\ufdfa', '"a": ', 'OR (', 'NOT -', 'title:', ' withdrawn ', 'the authors have withdrawn '],
  ...['correction to ', { open: '(', close: ')' }, { open: '[', close: ']' }, { open: '{', close: '}' }],
  ...[
    { open: '"', close: '"' },
    { open: '<i>', close: '</i>' },
    { open: '{"a":', close: '}' },
  ],
  ...[
    { open: '("', close: '")' },
    { run: 'a', end: '!' },
    { run: 'A', end: 'a' },
    { run: '1', end: 'x' },
  ],
  ...[
    { run: ' ', end: 'x' },
    { run: '\n', end: 'x' },
    { run: 'a ', end: '\u0001' },
    { run: 'a-', end: '!' },
  ],
  ...[{ run: 'herz', end: 'q' }],
];
