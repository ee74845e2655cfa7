/** A sample digest with invented papers, shown on the landing page. */
export const DigestPreview = () => (
  <article
    aria-label="Sample digest with invented papers"
    className="rounded-xl border border-line bg-sheet shadow-sheet"
  >
    <header className="border-b border-line px-5 py-4 text-sm text-muted sm:px-7">
      <p className="font-semibold text-ink">Litwatch · weekly digest</p>
      <p>to you, Sunday 7:00 AM</p>
    </header>
    <div className="px-5 py-6 sm:p-7">
      <p className="font-serif text-2xl leading-tight font-semibold">sleep and memory consolidation</p>
      <p className="mt-2 text-sm text-muted">8 to 14 November · the 3 best of 1,801 new records</p>

      <h3 className={heading}>In brief</h3>
      {sentences.map(({ text, paper }) => (
        <p key={paper} className="mt-2.5 font-serif text-[1.0625rem] leading-relaxed">
          {text}
          {'\u00a0'}
          <span className="text-accent">[{paper}]</span>
        </p>
      ))}

      <h3 className={heading}>Papers</h3>
      <ol className="mt-3">
        {papers.map((paper, index) => (
          <Entry key={paper.title} number={index + 1} {...paper} />
        ))}
      </ol>

      <h3 className={heading}>What was searched</h3>
      <p className="mt-2 text-sm leading-relaxed text-muted">
        PubMed 1,204 · arXiv 312 · bioRxiv 188 · medRxiv 97 records read. All four sources answered in full.
      </p>
    </div>
  </article>
);

function Entry({
  number,
  title,
  authors,
  where,
  relevance,
  takeaway,
  why,
}: PreviewPaper & { number: number }) {
  return (
    <li className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <p className="font-serif text-lg leading-snug font-semibold text-accent">
        {number}. {title}
      </p>
      <p className="mt-1 text-sm text-muted">
        {authors}
        <br />
        <b className="text-ink">Relevance {relevance}%</b> · {where}
      </p>
      <p className="mt-2 font-serif leading-relaxed">{takeaway}</p>
      <p className="mt-1.5 text-sm text-muted">Why: {why}</p>
    </li>
  );
}

const heading = 'mt-7 text-[0.8125rem] font-semibold tracking-wide text-muted';

const sentences = [
  {
    paper: 1,
    text: 'Replaying a sound during slow-wave sleep raised recall of weakly learned word pairs by 18% and of well-learned pairs by 3%.',
  },
  {
    paper: 2,
    text: 'In adults over 65, a night of sleep after learning halved forgetting against a day awake.',
  },
  { paper: 3, text: 'A model of hippocampal replay reproduces both effects when it is allowed to forget.' },
];

interface PreviewPaper {
  title: string;
  authors: string;
  where: string;
  relevance: number;
  takeaway: string;
  why: string;
}

const papers: PreviewPaper[] = [
  {
    title: 'Cueing in slow-wave sleep strengthens weak memories more than strong ones',
    authors: 'N. Sample, M. Example, R. Specimen',
    where: 'bioRxiv\u00a0· 12 November\u00a0· preprint',
    relevance: 94,
    takeaway: 'Recall of weakly learned pairs rose by 18% (n = 64); of well-learned pairs by 3%.',
    why: 'matches “memory consolidation”, and “targeted memory reactivation” from the expanded search',
  },
  {
    title: 'Sleep after learning halves next-day forgetting in older adults: a randomized crossover trial',
    authors: 'A. Muster, I. Fiction, T. Placeholder and 4 more',
    where: 'PubMed\u00a0· Annals of Imaginary Neurology\u00a0· randomized trial',
    relevance: 91,
    takeaway: 'Participants forgot 11% of items after sleep and 23% after the same hours awake.',
    why: 'matches “sleep” and “memory”; a randomized trial',
  },
  {
    title: 'A hippocampal replay model that forgets on purpose',
    authors: 'L. Exemplar, K. Invented',
    where: 'arXiv\u00a0· 10 November\u00a0· version 2',
    relevance: 78,
    takeaway: 'Letting traces decay between replays made the model agree with both human data sets.',
    why: 'close in meaning to “memory consolidation”',
  },
];
