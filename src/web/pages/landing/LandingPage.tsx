import { ArrowRight } from 'lucide-react';
import { plans, type Tier, tiers } from '#shared/billing/plan.ts';
import { useSite, useSupportMail } from '#web/api/query.ts';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { PlanCard } from '#web/layout/PlanCard.tsx';
import { ButtonAnchor } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';

/** The landing page. Rendered at build time; `landing.ts` makes the form work. */
export const LandingPage = () => (
  <Page
    className="max-w-6xl"
    header={
      <ButtonAnchor href="/auth" data-sign-in="" variant="secondary">
        Login
      </ButtonAnchor>
    }
  >
    <PageTitle tab={promise.title} hidden />
    <Opening />
    <HowItWorks />
    {useSite()?.plans && <Pricing />}
  </Page>
);

/** The search field, which stays visible beside the sample digest. */
const Opening = () => (
  <div className="mx-auto grid max-w-3xl gap-14 pt-12 pb-16 sm:pt-20 sm:pb-24 lg:max-w-none lg:grid-cols-[minmax(0,1fr)_28rem] lg:pt-16">
    <section className="lg:sticky lg:top-16 lg:self-start lg:pt-4">
      <h1 className="font-serif text-[2.5rem] leading-[1.1] font-semibold tracking-tight sm:text-[3.25rem]">
        {promise.heading}
      </h1>
      <p className="mt-5 max-w-[58ch] text-lg leading-relaxed text-muted text-pretty">{promise.lead}</p>
      <SearchForm />
      <p className="mt-4 text-[0.9375rem] text-muted">
        {useSite()?.plans && 'Your first search term is free. '}
        <a className="link" href="/auth" data-sign-in="">
          Sign in to your dashboard
        </a>
      </p>
    </section>
    <section aria-labelledby="sample">
      <h2 id="sample" className="mb-3 text-sm text-muted">
        What arrives: a sample, with invented papers
      </h2>
      <DigestPreview />
    </section>
  </div>
);

const HowItWorks = () => (
  <section aria-labelledby="how" className="border-t border-line py-16 sm:py-20">
    <h2 id="how" className={sectionTitle}>
      From a question to the papers that answer it
    </h2>
    <ul className="mt-10 grid gap-x-10 gap-y-9 md:grid-cols-3">
      {features.map(({ title, text }) => (
        <li key={title} className="border-t-2 border-accent pt-4">
          <h3 className="font-serif text-xl font-semibold">{title}</h3>
          <p className="mt-2 leading-relaxed text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Pricing = () => (
  <section aria-labelledby="pricing" className="border-t border-line py-16 sm:py-20">
    <h2 id="pricing" className={sectionTitle}>
      Pricing
    </h2>
    <p className="mt-3 text-muted">Paid plans renew monthly and can be canceled from the dashboard.</p>
    <ul className="mt-10 grid gap-5 lg:grid-cols-3 print:grid-cols-3">
      {tiers.map((tier) => (
        <PlanCard
          key={tier}
          plan={plans[tier]}
          action={
            <ButtonAnchor href={signUpPath(tier)} variant={tier === 'free' ? 'primary' : 'secondary'}>
              {tier === 'free' ? 'Start for free' : `Choose ${plans[tier].name}`}
            </ButtonAnchor>
          }
        />
      ))}
    </ul>
    <BeyondTen />
  </section>
);

/** The sign-up tab, also after Login was pressed; a paid plan is remembered until the reader can pay for it. */
const signUpPath = (tier: Tier): string =>
  tier === 'free' ? '/auth?tab=signup' : `/auth?tab=signup&plan=${tier}`;

function BeyondTen() {
  const support = useSupportMail();
  return (
    <p className="mt-6 text-[0.9375rem] text-muted">
      More than 10 search terms?{' '}
      <a className="link" href={support}>
        Contact support
      </a>
      .
    </p>
  );
}

const sectionTitle = 'font-serif text-3xl leading-tight font-semibold';

/** Plain HTML; `app/landing.ts` listens. Without script the form still leads to sign-up, without the topic. */
const SearchForm = () => (
  <form data-search="" action="/auth" className="mt-8">
    <label htmlFor="topic" className="sr-only">
      Your research topic
    </label>
    <div className="flex flex-col gap-2.5 sm:flex-row lg:max-xl:flex-col">
      <input
        id="topic"
        name="topic"
        type="text"
        maxLength={300}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Enter your research topic (e.g., machine learning)"
        className="min-h-13 w-full min-w-0 rounded-md border border-edge bg-sheet px-4 text-base text-ink text-ellipsis placeholder:text-muted hover:border-ink"
      />
      <button type="submit" className={buttonClass({ size: 'large', className: 'min-h-13' })}>
        Search
        <ArrowRight className="size-4.5" aria-hidden="true" />
      </button>
    </div>
  </form>
);

/** A sample digest with invented papers, shown on the landing page. */
const DigestPreview = () => (
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

/** Texts of the landing page that its head repeats for search engines and link previews. */
export const promise = {
  title: 'New papers on your research topic, every week',
  heading: 'The new papers on your topic, read and ranked for you',
  lead: 'Litwatch searches PubMed, arXiv, bioRxiv and medRxiv for your topic, ranks what is new, and emails you the best each week, with a summary in which every sentence names its paper.',
};

const features = [
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
