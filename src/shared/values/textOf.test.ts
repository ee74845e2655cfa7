import { encodedOnce, textOf } from './textOf.ts';

const text = 'TI  - Moose auf Dächern';
const utf16 = (swapped: boolean, mark = '\ufeff') => {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return swapped ? bytes.swap16() : bytes;
};

describe('text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['UTF-16 without its mark', utf16(false, '')],
    ['UTF-16 without its mark, big end first', utf16(true, '')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['nothing', Buffer.from('')],
  ])('is read from %s', (name, bytes) => expect(textOf(bytes)).toBe(name === 'nothing' ? '' : text));

  it('keeps UTF-8 in which one sign is broken', () =>
    expect(textOf(Buffer.concat([Buffer.from(`${text} und Wänden`), Buffer.from([0xe9])]))).toBe(
      `${text} und Wänden\ufffd`,
    ));

  it('reads each line of joined files in its own encoding', () =>
    expect(
      textOf(Buffer.concat([Buffer.from(`${text}\nDächer\n`), Buffer.from('grüne\r\nMoose', 'latin1')])),
    ).toBe(`${text}\nDächer\ngrüne\r\nMoose`));

  // In Mac Roman: ä ü é è ç. In Windows-1252: š ž ’ é.
  it.each([
    ['Moose auf D\x8achern von M\x9fller', 'Moose auf Dächern von Müller'],
    ['Lagac\x8e, Fran\x8doise\rLa for\x90t', 'Lagacé, Françoise\rLa forêt'],
    ['Kri\x9eaj, Toma\x9e; \x8atefan', 'Križaj, Tomaž; Štefan'],
    ['The author\x92s moss, Andr\xe9\x92s wall', 'The author’s moss, André’s wall'],
  ])('reads the accents of old Macs, and of Windows: %#', (bytes, expected) =>
    expect(textOf(Buffer.from(bytes, 'latin1'))).toBe(expected),
  );

  it('reads the dashes and quotes of Windows-1252', () =>
    expect(textOf(Buffer.from([0x93, 0x61, 0x94, 0x96, 0xe9]))).toBe('\u201ca\u201d\u2013é'));

  it.each(['Möös über Dächern', 'Ångström, Émile', 'Moss – the “green” roof’s', 'été « São Tomé »'])(
    'is read once if it was encoded twice: %s',
    (once) => {
      for (const encoding of ['latin1', 'windows-1252'])
        expect(encodedOnce(new TextDecoder(encoding).decode(Buffer.from(`Ã¶, ${once}`)))).toMatch(once);
      expect(encodedOnce(once)).toBe(once);
    },
  );
});
