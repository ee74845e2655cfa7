/**
 * A license in the words of Creative Commons, `cc-by-nc-nd`, however a source spells it (`cc_by`, `CC BY 4.0`, an
 * address); null for any other, for what it allows would have to be read first.
 */
export function licenseOf(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/.*$/, 'cc-$1')
    .replace(/[\s_]+/g, '-')
    .replace(/-\d\.\d$/, '');
  if (/^cc-?(?:0|zero)$/.test(plain)) return 'cc0';
  return /^cc-by(?:-nc)?(?:-nd|-sa)?$/.test(plain) ? plain : null;
}
