/** The paid features, each with an explanation. */
export const benefits = [
  {
    title: 'Weekly email digests',
    text: 'One for each search term, on the day you choose, at 7:00 AM your time.',
  },
  {
    title: 'Four research sources',
    text: 'PubMed, arXiv, bioRxiv and medRxiv, read in full for every search.',
  },
  {
    title: 'AI-powered summaries',
    text: 'Half a minute to read. Every sentence names the paper it comes from.',
  },
  { title: 'Priority email support', text: 'Paid plans are answered first.' },
  {
    title: 'Advanced relevance scoring',
    text: 'Words, meaning, and impact, shown for each paper and adding up to its score.',
  },
  { title: 'Priority AI processing', text: 'New searches on paid plans run first.' },
  {
    title: 'Advanced filtering',
    text: 'For each search term: phrases, article types, sources, and a minimum relevance.',
  },
  {
    title: 'Custom delivery schedules',
    text: 'With Research Team: daily, weekly, every other week, or monthly, on the days and at the hour you choose.',
  },
] as const;

export const paidFeatures = benefits.slice(0, 5).map(({ title }) => title);

export const questions = [
  {
    question: 'Can I change my plan later?',
    answer:
      'You can upgrade at any time. The difference for the rest of the month is charged at once, and the new limit holds immediately.',
  },
  {
    question: 'How do I downgrade?',
    answer:
      'Reduce your search terms to the limit of the plan you want first. To go back to Free, delete search terms down to 1 and cancel the subscription on the dashboard.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'On the dashboard, under Account Status. Choose between now, with the unused time refunded, and the end of the month you have paid for.',
  },
  {
    question: 'What if I need more than 10 search terms?',
    answer: 'Contact support. We offer enterprise plans for groups that need more than Research Team covers.',
  },
  {
    question: 'How is my card handled?',
    answer:
      'By our card payment provider, over 256-bit SSL encryption. Your card number goes directly to them and never reaches us.',
  },
] as const;
