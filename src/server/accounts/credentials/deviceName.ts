import Bowser from 'bowser';

/**
 * A name by which a reader recognizes a device, such as "Firefox on Windows"; null if the lists have neither browser nor
 * system.
 */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [known(browser.name, browsers), known(os.name, systems)].filter(Boolean).join(' on ') || null;
}

/**
 * For an unknown browser, Bowser repeats the header's own words. These may be a stranger's, who wants them to appear in a
 * mail.
 */
const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null;
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
