import { ArrowRight } from 'lucide-react';
import { plans, type Tier, tiers } from '#shared/billing/plan.ts';
import { useSite, useSupportMail } from '#web/api/api.ts';
import { login, Page, PageTitle } from '#web/layout/Page.tsx';
import { PlanCard } from '#web/layout/PlanCard.tsx';
import { Match } from '#web/papers/PaperMatch.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';
import { ButtonAnchor } from '#web/ui/Form.tsx';

/** The landing page. Rendered at build time; `landing.ts` makes the form work. */
export const LandingPage = () => (
  <Page className="max-w-6xl" header={login}>
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
        <ArrowRight className="size-4.5" />
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
      <p className="mt-2 text-sm text-muted">8 to 14 November · 3 of 17 close matches</p>
      {brief.map(({ label, sentences }) => (
        <section key={label}>
          <h3 className={heading}>{label}</h3>
          {sentences.map(({ text, paper }) => (
            <p key={text} className="mt-1 font-serif text-[1.0625rem] leading-relaxed">
              {text} {paper && <span className="text-accent">[{paper}]</span>}
            </p>
          ))}
        </section>
      ))}
      <h3 className={heading}>Papers</h3>
      <ol className="mt-2 divide-y divide-line">
        {papers.map((paper) => (
          <Entry key={paper.title} {...paper} />
        ))}
      </ol>
      <p className="mt-4 text-[0.8125rem] text-muted">
        1,801 new records read in PubMed, arXiv, bioRxiv and medRxiv. All four answered in full.
      </p>
    </div>
  </article>
);

/** A paper as everywhere in Litwatch: what it is, how well it fits, what came out. */
const Entry = ({ title, design, where, finding, relevance, missing }: PreviewPaper) => (
  <li className="py-3.5 first:pt-0 last:pb-0">
    <p className="font-serif text-[1.0625rem] leading-snug font-semibold text-pretty">{title}</p>
    <p className="mt-1 text-[0.8125rem] text-muted">
      <span className="font-medium text-ink">{design}</span> · {where}
    </p>
    <Match
      paper={{
        relevanceScore: relevance,
        abstract: finding,
        why: { ...found, aspects: ['sleep', 'memory consolidation'].map((name) => aspect(name, missing)) },
      }}
    />
    <p className="mt-1.5 font-serif leading-relaxed">{finding}</p>
  </li>
);

const found = { matched: [], expanded: [], because: null };

const aspect = (name: string, missing: string | undefined) => ({
  ...{ name, words: [], missing: name === missing ? name : null },
});

const heading = 'mt-5 text-[0.8125rem] font-semibold text-muted';

const brief: { label: string; sentences: { text: string; paper?: number }[] }[] = [
  {
    label: 'What is new',
    sentences: [
      {
        paper: 1,
        text: 'Replaying a sound during slow-wave sleep raised recall of weakly learned word pairs by 18% and of well-learned pairs by 3%.',
      },
      {
        paper: 2,
        text: 'In adults over 65, a night of sleep after learning halved forgetting against a day awake.',
      },
    ],
  },
  {
    label: 'Missing',
    sentences: [{ text: 'No paper is about children. None followed memory beyond a week.' }],
  },
];

interface PreviewPaper {
  title: string;
  design: string;
  where: string;
  relevance: number;
  /** The part of the topic that it is not about. */
  missing?: string;
  finding: string;
}

const papers: PreviewPaper[] = [
  {
    title: 'Cueing in slow-wave sleep strengthens weak memories more than strong ones',
    design: 'Randomized trial',
    where: 'n\u00a0=\u00a064 · bioRxiv preprint · 12\u00a0Nov',
    relevance: 0.94,
    finding: 'Recall of weakly learned pairs rose by 18%; of well-learned pairs by 3%.',
  },
  {
    title: 'Sleep after learning halves next-day forgetting in older adults: a randomized crossover trial',
    design: 'Crossover trial',
    where: 'n\u00a0=\u00a0212 · Ann Imag Neurol · 9\u00a0Nov',
    relevance: 0.91,
    finding: 'Participants forgot 11% of items after sleep and 23% after the same hours awake.',
  },
  {
    title: 'A hippocampal replay model that forgets on purpose',
    design: 'Computational study',
    where: 'arXiv preprint · 10\u00a0Nov',
    relevance: 0.58,
    missing: 'sleep',
    finding: 'Letting traces decay between replays made the model agree with both human data sets.',
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
