import { withHeadingsApart, withoutMarks } from '../record/headings.ts';
import { paragraphs } from '../record/text.ts';

/**
 * Makes a bioRxiv or medRxiv abstract readable. The API flattens the article's XML: headings stick to the next word
 * (`BackgroundThe …`), and tags remain as words (`O_LI`, `C_SCPLOW`). Headings are rewritten in PubMed's form:
 * `BACKGROUND: The …`.
 */
export const readableAbstract = (text: string): string =>
  withHeadingsApart(paragraphs(withoutMarks(text)), (heading) => heading.toUpperCase())
    .split('\n')
    .filter((paragraph) => paragraph && !/^(?:(?:graphical )?abstract|summary)$/i.test(paragraph))
    .join('\n');
