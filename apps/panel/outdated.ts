const watchers = new Set<() => void>();
let isOutdated = false;

/** Remembers that the server is of another build than this page. */
export const outdated = {
  read: (): boolean => isOutdated,
  /** @returns ends it */
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  tell: (): void => {
    isOutdated = true;
    for (const watcher of watchers) {
      watcher();
    }
  },
};
