/** A list of rarely needed things to do: a row each, told apart by hairlines, not by boxes. */
export const actionRows = 'divide-y divide-line text-[0.9375rem]';

export const actionRow =
  'group flex min-h-10 w-full items-center justify-between gap-3 rounded py-1.5 text-start underline-offset-4 hover:underline [&_svg]:shrink-0 [&_svg]:text-muted';

/** What can be done with a term now and then. */
export const termAction =
  'inline-flex min-h-6 items-center gap-1.5 rounded text-start text-muted underline-offset-4 hover:text-ink hover:underline [&_svg]:shrink-0';
