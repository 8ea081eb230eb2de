import type { StoredImport } from './import.types.js';

/** How fast an import is, and how long it still takes. */
export interface ImportProgress {
  /** The share of the file's bytes, 0 to 1. */
  share: number;
  linesPerSecond: number;
  /** Null before the first batch, and when nothing is left. */
  secondsLeft: number | null;
}

/** By the pace of the whole run: interruptions do not count, and one slow batch moves the figure by its share alone. */
export function measureProgress({
  position,
  size,
  counts,
  activeMs,
  finishedAt,
}: Pick<StoredImport, 'position' | 'size' | 'counts' | 'activeMs' | 'finishedAt'>): ImportProgress {
  const share = size === 0 ? 1 : position / size;
  return {
    share,
    linesPerSecond: activeMs === 0 ? 0 : (counts.lines * 1000) / activeMs,
    secondsLeft: finishedAt || share === 0 ? null : ((activeMs / 1000) * (1 - share)) / share,
  };
}
