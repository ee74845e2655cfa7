/** The part of `Storage` that we use. */
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage, or memory until the page is left: a browser may block it, when even reading its name throws, or
 * have no room. Everything else in the pages uses these two.
 */
function guarded(name: 'localStorage' | 'sessionStorage'): Kept {
  const memory = new Map<string, string>();
  const tried = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(window[name]);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? tried((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.set(key, value);
      tried((storage) => {
        storage.setItem(key, value);
        memory.delete(key);
      });
    },
    removeItem(key) {
      memory.delete(key);
      tried((storage) => storage.removeItem(key));
    },
  };
}

export const local = guarded('localStorage');
/** Ends with the tab. */
export const visit = guarded('sessionStorage');
