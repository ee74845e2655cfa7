/**
 * A page of prose, set as in a journal: one column of 43 rem (about 75 characters) and, from 1024 px on, a margin of
 * 11 rem at its left with the section titles.
 */
export const columns = 'mx-auto max-w-[43rem] lg:max-w-[54rem]';

/** Content in the column, beside an empty margin. */
export const inColumn = 'lg:pl-44';

/** A section with its title in the margin. */
export const withMargin = 'lg:grid lg:grid-cols-[8.5rem_minmax(0,43rem)] lg:gap-x-10';

/** The title in the margin; it sticks while its section is read. */
export const inMargin = 'lg:sticky lg:top-6 lg:mb-0 lg:flex-col lg:self-start lg:pt-0.5';
