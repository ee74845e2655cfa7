import { Download } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { fillPath } from '#shared/contract/endpoint.ts';
import { Menu, menuItem } from '#web/ui/Menu.tsx';
import { citationsApi, type ShelfFormat, shelfFormats } from '../contract.ts';

/** A button that opens the list of export formats. */
export const ExportLinks = ({ query, label, variant = 'quiet' }: SlotProps<'shelfFiles'>) => (
  <Menu
    variant={variant}
    label={label}
    button={
      <>
        <Download className="size-4" aria-hidden="true" />
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

export function shelfFile(format: ShelfFormat, query: Record<string, string | number>): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${fillPath(citationsApi.shelf.path, { file: `papers.${format}` })}?${new URLSearchParams(given)}`;
}
