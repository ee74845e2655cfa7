import type { ReactNode } from 'react';
import { licenseInWords, type Paper } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { webAddress, whereItStands } from './paperWords.ts';

/** `Nature Medicine · PubMed · Review · 3 May 2026 · Open PDF · also at bioRxiv`, and a link to the reader's library. */
export function PaperPlace({ paper }: { paper: Paper }) {
  const also = (paper.alsoAt ?? []).flatMap(({ source, url }) => {
    const address = webAddress(url);
    return address ? [{ source, address }] : [];
  });
  return (
    <p className="mt-0.5 text-sm text-muted">
      <span dir="auto">{whereItStands(paper).join('\u00a0· ')}</span>
      {paper.publishedOn && !Number.isNaN(Date.parse(paper.publishedOn)) && (
        <>
          {'\u00a0· '}
          <AbsoluteDate value={paper.publishedOn} zone="UTC" />
        </>
      )}
      <PaperWays paper={paper} />
      {also.map(({ source, address }) => (
        <Elsewhere key={address} address={address}>
          also at {sourceLabels[source]}
        </Elsewhere>
      ))}
    </p>
  );
}

/** ` · Open PDF (CC BY) · Open through your library`, if there is a free copy and if the reader has set a library. */
export function PaperWays({ paper: { pdfUrl, license, retracted, libraryUrl } }: { paper: Paper }) {
  return (
    <>
      <Elsewhere address={retracted ? null : webAddress(pdfUrl)}>
        Open PDF{license ? ` (${licenseInWords(license)})` : ''}
      </Elsewhere>
      <Elsewhere address={webAddress(libraryUrl)}>Open through your library</Elsewhere>
    </>
  );
}

/** ` · ` and a link that opens in a new tab; nothing without an address. */
const Elsewhere = ({ address, children }: { address: string | null; children: ReactNode }) =>
  address && (
    <>
      {'\u00a0· '}
      <a href={address} target="_blank" rel="noopener noreferrer" className="link rounded">
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
