import { useSearchParams } from 'wouter';
import { type ShelfList, type ShelfOrder, shelfLists, shelfOrders } from '#shared/shelf/shelf.ts';

/** The shelf's filters as they stand in its address, all as text. */
export interface ShelfFilters {
  state: ShelfList;
  order: ShelfOrder;
  q: string;
  tag: string;
  source: string;
  year: string;
  termId: string;
  only: string;
}

const names = ['state', 'order', 'q', 'tag', 'source', 'year', 'termId', 'only'] as const;

/** Keeps the filters in the address, so that a list has a link and the back button undoes a choice. */
export function useShelfFilters() {
  const [address, setAddress] = useSearchParams();
  const text = (name: string) => address.get(name) ?? '';
  const state = text('state');
  const order = text('order');
  const filters: ShelfFilters = {
    ...(Object.fromEntries(names.map((name) => [name, text(name)])) as unknown as ShelfFilters),
    state: Object.hasOwn(shelfLists, state) ? (state as ShelfList) : 'kept',
    order: Object.hasOwn(shelfOrders, order) ? (order as ShelfOrder) : 'kept',
  };
  const addressOf = (change: Partial<ShelfFilters>): string => {
    const next = { ...filters, ...change };
    const given = names.flatMap((name) => {
      const isUsual = !next[name] || ((name === 'state' || name === 'order') && next[name] === 'kept');
      return isUsual ? [] : [[name, next[name]]];
    });
    return new URLSearchParams(given).toString();
  };
  return {
    filters,
    addressOf,
    narrow: (change: Partial<ShelfFilters>) => setAddress(addressOf(change), { replace: true }),
    isNarrowed: names.some((name) => name !== 'state' && name !== 'order' && filters[name] !== ''),
  };
}

/** The filters as the query of a call, without those that are not set. */
export function queryOf({ year, ...filters }: ShelfFilters): Record<string, string | number> {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(set), ...(/^\d{4}$/.test(year) ? { year: Number(year) } : {}) };
}
