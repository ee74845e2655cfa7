import { Download } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { fillPath } from '#shared/contract/endpoint.ts';
import { contextObject } from '#shared/papers/contextObject.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { ButtonAnchor } from '#web/ui/Form.tsx';
import { Menu, menuItem } from '#web/ui/Menu.tsx';
import {
  type CitationFormat,
  citationFormats,
  citationsApi,
  citationsPath,
  markdownPath,
  type ShelfFormat,
  shelfFormats,
} from '../contract.ts';

const formats = Object.keys(citationFormats) as CitationFormat[];

/** Citation files of a digest's papers, and COinS for Zotero. */
export const DigestFiles = ({ digest: { id, papersData } }: SlotProps<'digestFiles'>) =>
  papersData.length > 0 && (
    <>
      {formats.map((format) => (
        <File key={format} of={citationsPath(id, format)} label={citationFormats[format].label} />
      ))}
      <File of={markdownPath(id)} label="Markdown" />
      <li hidden>
        {papersData.map((paper, at) => (
          <span key={paper.id ?? `${at}:${paper.title}`} className="Z3988" title={coinsOf(paper)} />
        ))}
      </li>
    </>
  );

/** Files of one paper: from its digest, or from the shelf; none if it is on neither. */
export function PaperFiles({ paper, inFoot }: SlotProps<'paperFiles'>) {
  const { id, digestId, number, state } = paper;
  const isNumbered = digestId && number;
  if (!isNumbered && state === 'new') return null;
  const pathOf = (format: CitationFormat) =>
    isNumbered ? citationsPath(digestId, format, number) : shelfFile(format, { ids: id });
  if (!inFoot)
    return formats.map((format) => (
      <File key={format} of={pathOf(format)} label={citationFormats[format].label} />
    ));
  return (
    <ButtonAnchor
      href={pathOf('ris')}
      download
      variant="quiet"
      title="For your reference manager"
      className="max-[72rem]:hidden"
    >
      <Download className="size-4" />
      RIS<span className="sr-only"> for your reference manager</span>
    </ButtonAnchor>
  );
}

/** A button that opens the list of export formats. */
export const ExportLinks = ({ query, label, variant = 'quiet' }: SlotProps<'shelfFiles'>) => (
  <Menu
    variant={variant}
    label={label}
    button={
      <>
        <Download className="size-4" />
        Export
      </>
    }
  >
    {(Object.keys(shelfFormats) as ShelfFormat[]).map((format) => (
      <li key={format}>
        <a href={shelfFile(format, query)} download className={menuItem}>
          {shelfFormats[format].label}
        </a>
      </li>
    ))}
  </Menu>
);

function shelfFile(format: ShelfFormat, query: Record<string, string | number>): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${fillPath(citationsApi.shelf.path, { file: `papers.${format}` })}?${new URLSearchParams(given)}`;
}

const File = ({ of, label }: { of: string; label: string }) => (
  <li>
    <a href={of} download className={menuItem}>
      <Download className="size-4" />
      Export as {label}
    </a>
  </li>
);

/** A paper as COinS, by which Zotero and others recognize papers on a page (https://en.wikipedia.org/wiki/COinS). */
export function coinsOf(paper: Paper): string {
  const address = webAddress(paper.url);
  return new URLSearchParams([
    ['ctx_ver', 'Z39.88-2004'],
    ...contextObject(paper),
    ...paper.authors.map((author) => ['rft.au', author]),
    ...(paper.doi ? [['rft_id', `info:doi/${paper.doi}`]] : []),
    ...(address ? [['rft_id', address]] : []),
  ]).toString();
}
