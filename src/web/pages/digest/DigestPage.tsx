import { useQuery } from '@tanstack/react-query';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  type LucideIcon,
  Minus,
  Printer,
  Search,
  Send,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Slot } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { digestApi, type OpenedDigest } from '#shared/digests/digest.ts';
import { aspectsAsked } from '#shared/papers/match.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { dateInWords, withCommas } from '#shared/values/dates.ts';
import { counted } from '#shared/values/words.ts';
import { CallError, reading, useZone } from '#web/api/api.ts';
import { track } from '#web/consent/consent.ts';
import { DigestArticle, NoPapers } from '#web/digests/DigestArticle.tsx';
import { daysBetween, digestTitle, papersPerSource, receiptOf } from '#web/digests/digestWords.tsx';
import { useResend } from '#web/digests/ResendButton.tsx';
import { WhyNot } from '#web/digests/WhyNot.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { Button, ButtonLink } from '#web/ui/Form.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { NotShown, SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { DigestPapers } from './DigestPapers.tsx';

/** One digest as a page. */
export const DigestPage = () => <SignedIn tab="Digest">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const { id = '' } = useParams();
  // Read at each visit, because the reader may keep papers elsewhere too.
  const { data, error, refetch } = useQuery({ ...reading(digestApi.read, { params: { id } }), staleTime: 0 });
  if (data) return <Article digest={data} me={me} />;
  if (!error) return <PageOutline title="Digest" />;
  return (
    <NotShown
      what="digest"
      back={{ to: '/digests', words: 'All digests' }}
      error={error instanceof CallError && error.status === 404 ? null : error}
      retry={refetch}
    />
  );
}

function Article({ digest, me }: { digest: OpenedDigest; me: Me }) {
  const zone = useZone(me);
  const isPrinted = usePrinted();
  const address = useLocationProperty(() => location.hash);
  useViewed(digest.id);
  return (
    <article>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-[52rem]">
          <p className="text-[0.8125rem] text-muted first-letter:uppercase">
            <SentWords digest={digest} zone={zone} />
          </p>
          <PageTitle
            tab={digestTitle(digest)}
            className="mt-0.5 font-serif text-[1.75rem] leading-tight font-semibold max-sm:text-[1.3125rem]"
          >
            <span dir="auto" className="line-clamp-4 wrap-anywhere print:line-clamp-none">
              {digestTitle(digest)}
            </span>
          </PageTitle>
          {!isPrinted && <AskedFor digest={digest} />}
        </div>
        <div className="flex flex-wrap gap-1.5 print:hidden max-sm:w-full">
          <nav aria-label="Digests" className="flex max-sm:mr-auto">
            <Neighbor of={digest.older} label="Older: digest of" Icon={ChevronLeft} zone={zone} />
            <Neighbor of={digest.newer} label="Newer: digest of" Icon={ChevronRight} zone={zone} />
          </nav>
          <Slot name="digestActions" digestId={digest.id} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Printer className="size-4" />
            Print
          </Button>
          <More digest={digest} zone={zone} />
        </div>
      </header>
      {isPrinted ? (
        <DigestArticle digest={digest} level={2} />
      ) : (
        <>
          {digest.papersData.length ? (
            <DigestPapers key={digest.id + address} {...{ digest, me, address }} />
          ) : (
            <section aria-label="Research Papers" className="border-y border-line py-6">
              <NoPapers digest={digest} />
            </section>
          )}
          <div className="mt-4 grid gap-x-12 gap-y-6 lg:grid-cols-2">
            {digest.searchTermId && <WhyNot digestId={digest.id} />}
            <Searched digest={digest} />
          </div>
        </>
      )}
    </article>
  );
}

const SentWords = ({ digest, zone }: { digest: OpenedDigest; zone: string | undefined }) => (
  <>
    {digest.coverage[0] && `Digest of ${daysBetween(digest.coverage[0].from, digest.coverage[0].to)}, `}
    {digest.status === 'sent' ? 'sent ' : 'created '}
    <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
    {counted(papersPerSource(digest.papersData).length, 'source')} ·{' '}
    {counted(digest.papersData.length, 'paper')}
  </>
);

/** What the topic asked for when the digest was made. */
function AskedFor({ digest: { searchTerm, papersData, filtered } }: { digest: OpenedDigest }) {
  const parts = aspectsAsked(papersData);
  if (!searchTerm || !(parts.length || filtered)) return null;
  return (
    <section aria-label="Search Term" className="mt-1.5 flex flex-wrap gap-x-4 text-[0.8125rem] text-muted">
      {parts.length > 0 && (
        <dl className="flex flex-wrap gap-x-2.5">
          <dt>Search Term:</dt>
          {parts.map((name) => (
            <dd key={name} dir="auto" className="font-medium text-ink wrap-anywhere">
              {name}
            </dd>
          ))}
        </dl>
      )}
      {filtered && <p className="wrap-anywhere">{filtered}</p>}
    </section>
  );
}

/** What else can be done with a digest. */
function More({ digest, zone }: { digest: OpenedDigest; zone: string | undefined }) {
  const resend = useResend(zone);
  return (
    <Menu variant="secondary" label="More for this digest" button={<Ellipsis className="size-4" />}>
      {digest.searchTerm && (
        <MenuItem icon={Send} onClick={() => resend.send({ ...digest, searchTerm: digest.searchTerm! })}>
          Resend
        </MenuItem>
      )}
      <Slot name="digestFiles" digest={digest} />
      {digest.searchTermId && (
        <MenuItem icon={Search} to={`/topics/${digest.searchTermId}`}>
          This topic
        </MenuItem>
      )}
    </Menu>
  );
}

/** What was searched: a source in a few words, unless it failed. */
function Searched({ digest }: { digest: OpenedDigest }) {
  const { coverage, papersData, closeMatches } = digest;
  const given = papersPerSource(papersData);
  const records = coverage.reduce((sum, one) => sum + one.records, 0);
  return (
    <section aria-labelledby="searched" className="text-[0.8125rem] text-muted">
      <h2 id="searched" className="font-semibold">
        Research Sources and Search Statistics
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        {coverage.map((receipt) => {
          const papers = given.find(({ source }) => source === receipt.source)?.papers ?? 0;
          const isWhole = receipt.outcome === 'complete';
          const isOff = receipt.outcome === 'off';
          const Icon = isWhole ? Check : isOff ? Minus : TriangleAlert;
          return (
            <li
              key={receipt.source}
              className={
                isOff || (isWhole && !receipt.sentence) ? '' : isWhole ? 'basis-full' : 'basis-full text-warn'
              }
            >
              <Icon className={`mr-1 inline-block size-3.5 align-[-0.15em] ${isWhole ? 'text-good' : ''}`} />
              <b className="font-medium">{sourceLabels[receipt.source]}:</b>{' '}
              {isWhole
                ? [`${papers} of ${withCommas(receipt.records)}`, receipt.sentence].filter(Boolean).join('. ')
                : receiptOf(receipt, papers)}
            </li>
          );
        })}
      </ul>
      {records > 0 && (
        <p className="mt-1">
          {withCommas(records)} records read
          {closeMatches ? `, ${withCommas(closeMatches)} close` : ''}, {papersData.length} sent.
        </p>
      )}
    </section>
  );
}

const print = window.matchMedia('print');

/** Whether the page is being printed, when all papers stand below each other. */
const usePrinted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      print.addEventListener('change', listener);
      return () => print.removeEventListener('change', listener);
    },
    () => print.matches,
  );

interface NeighborProps {
  of: OpenedDigest['older'];
  /** For screen readers, before the date. */
  label: string;
  Icon: LucideIcon;
  zone: string | undefined;
}

/** A link to the topic's previous or next digest; nothing at either end. */
const Neighbor = ({ of, label, Icon, zone }: NeighborProps) =>
  of && (
    <ButtonLink
      to={`/digests/${of.id}`}
      variant="quiet"
      className="px-2!"
      title={`${label} ${dateInWords(new Date(of.at), { zone, year: false })}`}
    >
      <Icon className="size-4" />
      <span className="sr-only">
        {label} <AbsoluteDate value={of.at} short zone={zone} />
      </span>
    </ButtonLink>
  );

function useViewed(id: string): void {
  const seen = useRef<string>(null);
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    track('email_digest_viewed');
  }, [id]);
}
