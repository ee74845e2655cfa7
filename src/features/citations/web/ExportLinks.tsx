import { Download } from 'lucide-react';
import { fillPath } from '#shared/contract/endpoint.ts';
import { Menu, menuItem } from '#web/ui/Menu.tsx';
import { citationsApi, type ShelfFormat, shelfFormats } from '../contract.ts';

interface ExportLinksProps {
  /** Filters for the file. */
  query: Record<string, string | number>;
  label: string;
  /** The button's content. */
  text?: string;
}

/** A button that opens the list of export formats. */
export const ExportLinks = ({ query, label, text = 'Export' }: ExportLinksProps) => (
  <Menu
    label={label}
    button={
      <>
        <Download className="size-4" aria-hidden="true" />
        {text}
      </>
    }
  >
    {(Object.keys(shelfFormats) as ShelfFormat[]).map((format) => (
      <li key={format}>
        <a href={addressOf(format, query)} download className={menuItem}>
          {shelfFormats[format].label}
        </a>
      </li>
    ))}
  </Menu>
);

function addressOf(format: ShelfFormat, query: ExportLinksProps['query']): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${fillPath(citationsApi.shelf.path, { file: `papers.${format}` })}?${new URLSearchParams(given)}`;
}
