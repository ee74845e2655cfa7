/** Texts of the landing page that its head repeats for search engines and link previews. */
export const promise = {
  title: 'New papers on your research topic, every week',
  heading: 'The new papers on your topic, read and ranked for you',
  lead: 'Litwatch searches PubMed, arXiv, bioRxiv and medRxiv for your topic, ranks what is new, and emails you the best each week, with a summary in which every sentence names its paper.',
};

export const features = [
  {
    title: 'AI-Powered Discovery',
    text: 'Synonyms and abbreviations of your topic are searched too. Every new paper is ranked by its words, its meaning, and its impact, and the digest says why each one is there.',
  },
  {
    title: 'Weekly Digests',
    text: 'On the day you choose: a half-minute summary, then the papers behind it. A paper is sent once, even if it appears first as a preprint and later as an article.',
  },
  {
    title: 'Stay Current',
    text: 'Four sources, one email. Each digest says how many records were read and whether a source was missing, so an empty week really means nothing new.',
  },
] as const;
