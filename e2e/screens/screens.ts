import { readerScreens } from './list/readers.ts';
import { visitorScreens } from './list/visitors.ts';

/** Every screen of the product, in every state that looks different. */
export const screens = { ...visitorScreens, ...readerScreens };

export type ScreenName = keyof typeof screens;
