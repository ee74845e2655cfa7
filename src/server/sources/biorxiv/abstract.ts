import { withHeadingsApart, withoutMarks } from '../record/headings.ts';
import { paragraphs } from '../record/text.ts';

/**
 * Makes a bioRxiv or medRxiv abstract readable. The API flattens XML: headings stick to the next word (`BackgroundThe
 * …`), and tags remain as words (`O_LI`). Headings get PubMed's form: `BACKGROUND: The …`.
 */
export const readableAbstract = (text: string): string =>
  withHeadingsApart(paragraphs(withoutMarks(text)), (heading) => heading.toUpperCase())
    .split('\n')
    .filter((paragraph) => paragraph && !/^(?:(?:graphical )?abstract|summary)$/i.test(paragraph))
    .join('\n');
