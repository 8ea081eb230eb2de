import { useSyncExternalStore } from 'react';
import type { Point } from '../../kit/charts/line-chart.js';

/** Ten minutes of a point every half second are too many to draw; one a second is enough. */
const LEAST_GAP_MS = 1000;
const SPAN_MS = 600_000;

const series = new Map<string, readonly Point[]>();
const watchers = new Set<() => void>();
const NOTHING: readonly Point[] = [];

/** Remembers how fast a campaign is, also while its page is left for another view. */
export function noteRate(place: string, point: Point): void {
  const before = series.get(place) ?? NOTHING;
  const now = new Date(point.at).getTime();
  const last = before.at(-1);
  if (last && now - new Date(last.at).getTime() < LEAST_GAP_MS) {
    return;
  }
  series.set(place, [...before.filter(({ at }) => now - new Date(at).getTime() < SPAN_MS), point]);
  for (const watcher of watchers) {
    watcher();
  }
}

/** How fast a campaign was since its page was first opened. */
export function useRates(place: string): readonly Point[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => series.get(place) ?? NOTHING,
  );
}
