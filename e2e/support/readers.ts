import type { Page } from '@playwright/test';
import { stage, stageControl } from '../servers/addresses.ts';
import type { PaymentSetup, Reader, ReaderSetup, SignUp } from '../stage/setup.ts';

/** A reader with one digest, and the titles of its first papers. */
export const reader: ReaderSetup = { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] };
export const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';
export const networks = 'Fungi before bacteria: the order in which soil networks recover from drought';

/** Creates a reader with a plan, topics, digests and feedback. */
export const newReader = (setup: ReaderSetup = {}): Promise<Reader> => postToStage('/readers', setup);

/** Opens a page as a new reader; `{email}` in the path becomes the reader's address. */
export async function openAs(page: Page, setup: ReaderSetup, path = '/dashboard'): Promise<Reader> {
  const reader = await newReader(setup);
  await page.context().addCookies([{ ...reader.cookie, url: stage }]);
  await page.goto(path.replace('{email}', encodeURIComponent(reader.email)));
  return reader;
}

/** Creates an account that waits for its verification link. */
export const newSignUp = (pendingSearch: string | null = null): Promise<SignUp> =>
  postToStage('/signups', { pendingSearch });

/** Changes how the payment sandbox behaves from now on. */
export const setPayments = (setup: PaymentSetup): Promise<unknown> => postToStage('/payments', setup);

/** Ends every session of a reader, as weeks without a visit do. */
export const endSessions = ({ id }: Reader): Promise<unknown> => postToStage('/sessions/end', { id });

/** Makes every sign-in of a reader an hour old, so that sensitive actions ask for a new proof. */
export const ageSessions = ({ id }: Reader): Promise<unknown> => postToStage('/sessions/age', { id });

/** Makes the database refuse writes, for all readers, or take them again. */
export const setDatabase = (setup: { readOnly: boolean }): Promise<unknown> =>
  postToStage('/database', setup);

async function postToStage<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(stageControl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The stage refused ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
