import { billingScreens } from './list/billing.ts';
import { dashboardScreens } from './list/dashboard.ts';
import { deskScreens } from './list/desk.ts';
import { digestScreens } from './list/digests.ts';
import { mailedScreens } from './list/mailed.ts';
import { publicScreens } from './list/public.ts';
import { shelfScreens } from './list/shelf.ts';
import { signingScreens } from './list/signing.ts';
import { topicScreens } from './list/topics.ts';
import { verificationScreens } from './list/verification.ts';

/** Every screen of the product, in every state that looks different. */
export const screens = {
  ...publicScreens,
  ...signingScreens,
  ...verificationScreens,
  ...dashboardScreens,
  ...deskScreens,
  ...shelfScreens,
  ...topicScreens,
  ...digestScreens,
  ...billingScreens,
  ...mailedScreens,
};

export type ScreenName = keyof typeof screens;
