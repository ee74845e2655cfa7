/**
 * A new page is read from its beginning: the focus goes to its content. The page may still be on its way when the
 * address changes, so the change is remembered until there is a content to go to.
 */
let arriving = false;

export const beginArrival = (): void => {
  arriving = true;
};

/** True once for each change of page. */
export function takeArrival(): boolean {
  const now = arriving;
  arriving = false;
  return now;
}
