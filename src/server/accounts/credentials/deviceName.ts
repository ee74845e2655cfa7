import Bowser from 'bowser';

/** "Firefox on Windows", so that a reader recognizes it; null for a browser and a system that no list knows. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [known(browser.name, browsers), known(os.name, systems)].filter(Boolean).join(' on ') || null;
}

/** Where it does not know a browser, Bowser repeats the browser's own words: a stranger's, who may want them in a mail. */
const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null;
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
