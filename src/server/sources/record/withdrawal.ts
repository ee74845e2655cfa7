/**
 * Whether a text starts by saying that its own paper was withdrawn: `This paper has been withdrawn by the author`,
 * `We withdraw this submission`, `Reason for withdrawal: …`. False if another paper, an earlier version, a lemma or a
 * conference submission was withdrawn, or if withdrawal is the subject of the paper.
 */
export function beginsWithWithdrawal(text: string): boolean {
  const beginning = text.slice(0, 400);
  return statements.some((statement) => statement.test(beginning)) && !otherwise.test(beginning);
}

const paper = `(?:e-?|pre-?)?(?:papers?|articles?|submissions?|manuscripts?|works?|p?reprints?|versions?|notes?|drafts?|letters?|reports?|documents?|contributions?)`;
const subject = String.raw`(?:(?:this|the|our|my|their|these|present|current|entire|whole|following)\s+){0,3}(?:version\s+of\s+(?:this|the)\s+)?${paper}`;
const who = String.raw`(?:we|i|(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:first\s+|corresponding\s+)?authors?|arxiv(?:\s+admin\w*)?|biorxiv|medrxiv)`;

const statements = [
  new RegExp(
    String.raw`^\W*(?:disclaimer(?:\s+text)?\s*:\s*)?${subject}\s+(?:(?:has|have|had|is|are|was|were|been|being|now|hereby|to\s+be)\s+){0,4}(?:temporarily\s+|permanently\s+|voluntarily\s+)?(?:withdrawn|retracted|removed\s+by\s+(?:the\s+)?(?:arxiv|biorxiv|medrxiv))\b`,
    'i',
  ),
  new RegExp(
    String.raw`^\W*(?:disclaimer(?:\s+text)?\s*:\s*)?${who}\s+(?:\w+\s+){0,4}?(?:withdraw|withdrew|withdrawn|withdrawing|retract|retracted)\s+(?:(?:this|the|our|my|their|his|her|present)\s+){0,2}(?:version\s+of\s+(?:this|the)\s+)?(?:${paper}|it\b|from\s+(?:the\s+)?arxiv|due\b|because\b)`,
    'i',
  ),
  /^\W*(?:reasons?\s+(?:for|of)\s+(?:the\s+)?withdrawal|withdrawal\s+(?:statement|notice|request|reason|due|because|by\s+(?:the\s+)?authors?)|withdrawal\s*:)/i,
  /^\W*(?:temporarily\s+)?withdrawn\s*(?:$|[.,:;!)\]]|by\b|due\b|because\b|as\b|for\b|until\b|pending\b|in\s+favou?r\b|since\b|owing\b)/i,
  /^\W*(?:this\s+\w+\s+(?:has\s+been|was)\s+)?(?:withdrawn|removed)\s+by\s+(?:the\s+)?(?:arxiv|biorxiv|medrxiv)\b/i,
];

/** Something other than the paper was withdrawn. */
const otherwise =
  /\b(?:withdrawn|withdrew|withdraw|withdrawing|retracted)\s+(?:\w+\s+){0,3}?from\s+(?!(?:the\s+)?(?:e-?print\s+)?(?:arxiv|archive|biorxiv|medrxiv|public|circulation))|^\W*(?:an?\s+|the\s+|our\s+)?(?:first|second|earlier|previous|prior|old|older|original|initial|companion|another|other)\s|^\W*v\d/i;
