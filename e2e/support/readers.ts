import type { Page } from '@playwright/test';
import type { Reader, SignUp, WantedCards, WantedReader } from '../stage/wanted.ts';
import { stage, stageDoor } from './addresses.ts';

/** A reader who has been here for a while, made at the stage. */
export const newReader = (wanted: WantedReader = {}): Promise<Reader> => atDoor('/readers', wanted);

/** Opens a page as a new reader of the stage. */
export async function openAs(page: Page, wanted: WantedReader, path = '/dashboard'): Promise<Reader> {
  const reader = await newReader(wanted);
  await page.context().addCookies([{ ...reader.cookie, url: stage }]);
  await page.goto(path.replace('{email}', encodeURIComponent(reader.email)));
  return reader;
}

/** A sign-up whose link is in the mail. */
export const newSignUp = (pendingSearch: string | null = null): Promise<SignUp> =>
  atDoor('/signups', { pendingSearch });

/** What the card sandbox of the stage does from now on. */
export const cards = (wanted: WantedCards): Promise<unknown> => atDoor('/cards', wanted);

/** Ends every session of a reader of the stage, as weeks without a visit do. */
export const endSessions = ({ id }: Reader): Promise<unknown> => atDoor('/sessions/end', { id });

/** Makes the links that were mailed to an address too old. */
export const ageLinks = (email: string): Promise<unknown> => atDoor('/links/age', { email });

async function atDoor<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(stageDoor + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The stage refused ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
