/**
 * The text of a file whose encoding is unknown: by its byte-order mark, by the zero bytes of UTF-16, as UTF-8 if it is valid, or
 * else line by line as UTF-8 where it mostly is, and as Windows-1252 or Mac Roman, which older reference managers write.
 */
export function textOf(file: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(file);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  const head = bytes.subarray(0, 400);
  const zeros = (parity: number) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > head.length / 4) return decoded(bytes, 'utf-16le');
  if (zeros(0) > head.length / 4) return decoded(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Somebody may have joined two files.
    const [utf8, other] = ['utf-8', oldEncoding(bytes)].map((encoding) => new TextDecoder(encoding)) as [
      TextDecoder,
      TextDecoder,
    ];
    let [text, from] = ['', 0];
    for (let end = 0; from < bytes.length; from = end) {
      end = bytes.indexOf(newLine, from) + 1 || bytes.length;
      text += lineOf(bytes.subarray(from, end), utf8, other);
    }
    return text;
  }
}

const newLine = 10;

function lineOf(bytes: Uint8Array, utf8: TextDecoder, other: TextDecoder): string {
  const text = utf8.decode(bytes);
  const broken = text.includes('\ufffd') ? text.split('\ufffd').length - 1 : 0;
  const others = broken && text.replace(/[\0-\x7f]+/g, '').length;
  return broken && others <= 2 * broken ? other.decode(bytes) : text;
}

/** The encoding in which more accents are beside small letters. Quotes and dashes of Windows would be accents on a Mac. */
function oldEncoding(bytes: Uint8Array): string {
  const [mac, windows] = (['macintosh', 'windows-1252'] as const).map(
    (encoding) => decoded(bytes, encoding).match(accents[encoding])?.length ?? 0,
  ) as [number, number];
  return mac > windows ? 'macintosh' : 'windows-1252';
}
const accents = {
  macintosh: /(?<=\p{Ll})[áàâäãåçéèêöõúùûü]|[áàâäãåçéèêöõúùûü](?=\p{Ll})/gu,
  'windows-1252': /(?<=\p{Ll})[ßà-öø-ÿšž]|[ßà-öø-ÿšž](?=\p{Ll})|(?<!\p{L})[À-ÖØ-ÞŠŽŒ](?=\p{Ll})/gu,
};

const decoded = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** What programs take the bytes of UTF-8 for. */
const signs = decoded(Uint8Array.from(Array(256).keys()), 'windows-1252');

/** A text that was encoded twice, `Ã¶` and `â€“`, as it was: `ö` and `–`; any other text unchanged. */
export const encodedOnce = (text: string): string =>
  /Ã[\u0080-\u00bf]|â(?:€|\u0080)/.test(text)
    ? text.replace(/[Â-ß][^\0-\u007fÀ-ÿ]|â[^\0-\u007fÀ-ÿ]{2}/g, (piece) => {
        const byteOf = (sign: string) => (signs.includes(sign) ? signs.indexOf(sign) : sign.charCodeAt(0));
        const once = decoded(Uint8Array.from([...piece], byteOf), 'utf-8');
        return /[\0\ufffd]/.test(once) ? piece : once;
      })
    : text;
