import { Download } from 'lucide-react';
import { fillPath } from '#shared/contract/endpoint.ts';
import { type ShelfFormat, shelfApi, shelfFormats } from '#shared/shelf/shelf.ts';
import { buttonClass } from '#web/ui/buttonClass.ts';

interface ExportLinksProps {
  /** Filters for the file. */
  query: Record<string, string | number>;
  label: string;
  /** The button's content. */
  text?: string;
}

/** A button that opens the list of export formats. */
export const ExportLinks = ({ query, label, text = 'Export' }: ExportLinksProps) => (
  <details className="relative inline-block">
    <summary
      aria-label={label}
      className={`${buttonClass({ size: 'small', variant: 'quiet' })} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
    >
      <Download className="size-4" aria-hidden="true" />
      {text}
    </summary>
    <ul className="absolute right-0 z-10 mt-1 w-44 rounded-md border border-line bg-sheet py-1.5 shadow-sheet max-sm:right-auto max-sm:left-0">
      {(Object.keys(shelfFormats) as ShelfFormat[]).map((format) => (
        <li key={format}>
          <a
            href={addressOf(format, query)}
            download
            className="flex min-h-9 items-center px-4 text-sm hover:bg-wash pointer-coarse:min-h-11"
          >
            {shelfFormats[format].label}
          </a>
        </li>
      ))}
    </ul>
  </details>
);

function addressOf(format: ShelfFormat, query: ExportLinksProps['query']): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${fillPath(shelfApi.export.path, { file: `papers.${format}` })}?${new URLSearchParams(given)}`;
}
