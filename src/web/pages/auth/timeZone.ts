/** The IANA name of the browser's zone, in which delivery days are meant; null where it has none. */
export const timeZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;
