/**
 * A page of prose as a journal sets it: one column of 43 rem (about 75 characters), and, from 1024 px on, a margin of
 * 11 rem on its left that holds the titles of its sections.
 */
export const columns = 'mx-auto max-w-[43rem] lg:max-w-[54rem]';

/** Above the column, beside an empty margin. */
export const inColumn = 'lg:pl-44';

/** A section, its title in the margin. */
export const withMargin = 'lg:grid lg:grid-cols-[8.5rem_minmax(0,43rem)] lg:gap-x-10';

/** That title; it stays in sight while its section is read. */
export const inMargin = 'lg:sticky lg:top-6 lg:mb-0 lg:flex-col lg:self-start lg:pt-0.5';
