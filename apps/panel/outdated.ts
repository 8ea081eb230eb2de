const watchers = new Set<() => void>();
let isOutdated = false;

/** Set once the server is of another build than this page. */
export const outdated = {
  read: (): boolean => isOutdated,
  /** @returns stops watching */
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  set: (): void => {
    isOutdated = true;
    for (const watcher of watchers) {
      watcher();
    }
  },
};
