import Bowser from 'bowser';

/** "Firefox on Windows", so that a reader recognises it; null when the browser did not say. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
