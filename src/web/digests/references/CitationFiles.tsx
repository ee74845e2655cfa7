import { type CitationFormat, citationFormats, citationsPath } from '#shared/papers/citations.ts';

const formats = Object.keys(citationFormats) as CitationFormat[];

/** `RIS · BibTeX · CSL-JSON` of a digest, or of one of its papers. */
export const CitationFiles = ({ digestId, paper }: { digestId: string; paper?: number }) =>
  formats.map((format, at) => (
    <span key={format}>
      {at > 0 && ' · '}
      <a href={citationsPath(digestId, format, paper)} download className="link rounded">
        {citationFormats[format].label}
        {paper !== undefined && <span className="sr-only"> of paper {paper}</span>}
      </a>
    </span>
  ));
