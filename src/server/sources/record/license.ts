/**
 * A Creative Commons license in its usual form, `cc-by-nc-nd`, from any spelling (`cc_by`, `CC BY 4.0`, an address); null
 * for any other license, because we do not know what it allows.
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
