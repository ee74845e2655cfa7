import { settings } from '#platform/runtime/config.ts';
import { url } from '#platform/runtime/variables.ts';

declare module '#platform/runtime/config.ts' {
  interface Config {
    /** The address of its API. */
    zotero: { url: string };
  }
}

export const zoteroSettings = settings({
  variables: { ZOTERO_URL: url('https://api.zotero.org').default('https://api.zotero.org') },
  read: ({ ZOTERO_URL }) => ({ zotero: { url: ZOTERO_URL } }),
});
