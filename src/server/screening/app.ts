import type { ShelfApp } from '#shelf/app.ts';

/** Screening stands on topics, their index, and the papers as the shelf shows them. */
export type ScreeningApp = ShelfApp;
