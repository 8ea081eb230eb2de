import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign, CampaignSeries } from '../../api/types.js';
import type { Point } from '../../kit/charts/line-chart.js';
import { useApplication } from '../../session/application.js';

/** Ten minutes of a point every half second are too many to draw; one a second is enough. */
const LEAST_GAP_MS = 1000;
const SPAN_MS = 600_000;
/** The server knows the whole run; between two looks the stream goes on. */
const LOOK_MS = 30_000;

const live = new Map<string, readonly Point[]>();
const watchers = new Set<() => void>();
const NOTHING: readonly Point[] = [];

/** Remembers how fast a campaign is, also while its page is left for another view. */
export function noteRate(place: string, point: Point): void {
  const before = live.get(place) ?? NOTHING;
  const now = new Date(point.at).getTime();
  const last = before.at(-1);
  if (last && now - new Date(last.at).getTime() < LEAST_GAP_MS) {
    return;
  }
  live.set(place, [...before.filter(({ at }) => now - new Date(at).getTime() < SPAN_MS), point]);
  for (const watcher of watchers) {
    watcher();
  }
}

/** The rates of a campaign since its first result: from the server, continued by the stream. */
export function useRates(place: string, campaign: Campaign | undefined): readonly Point[] {
  const { app } = useApplication();
  const streamed = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => live.get(place) ?? NOTHING,
  );
  const isMoving = campaign?.state === 'SENDING' || campaign?.state === 'STARTING';
  const { data } = useQuery({
    ...queries.series(app.key, campaign?.key ?? '', campaign?.state ?? 'SCHEDULED'),
    enabled: campaign !== undefined && campaign.startedAt !== null,
    refetchInterval: isMoving ? LOOK_MS : false,
  });
  return useMemo(() => {
    const run = data === undefined ? NOTHING : pointsOf(data, isMoving);
    const end = run.at(-1)?.at ?? '';
    return isMoving || run.length === 0 ? [...run, ...streamed.filter(({ at }) => at > end)] : run;
  }, [data, isMoving, streamed]);
}

/** A point at the end of each slot, and one where the first begins. A slot that is under way says too little. */
function pointsOf({ start, width, settled }: CampaignSeries, isMoving: boolean): readonly Point[] {
  if (start === null) {
    return NOTHING;
  }
  const first = new Date(start).getTime();
  const whole = isMoving ? settled.slice(0, -1) : settled;
  return [
    { at: start, value: 0 },
    ...whole.map((n, slot) => ({
      at: new Date(first + (slot + 1) * width * 1000).toISOString(),
      value: n / width,
    })),
  ];
}
