/** The words of the landing page that its head repeats for search engines and link previews. */
export const promise = {
  title: 'New papers on your research topic, every week',
  heading: 'The new papers on your topic, read and ranked for you',
  lead: 'Litwatch searches PubMed, arXiv, bioRxiv and medRxiv for your topic, ranks what is new, and mails you the best of it each week, with a summary whose every sentence names its paper.',
};

export const features = [
  {
    title: 'AI-Powered Discovery',
    text: 'Your topic is widened with its synonyms and abbreviations. Every new paper is ranked by words, by meaning and by impact, and says why it is there.',
  },
  {
    title: 'Weekly Digests',
    text: 'On the day you choose: a half-minute summary, then the papers behind it. A paper is sent once, also when it appears as a preprint first and as an article later.',
  },
  {
    title: 'Stay Current',
    text: 'Four sources, one mail. Each digest says how many records were read and whether a source was missing, so that silence means that there was nothing new.',
  },
] as const;
