import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { LiveFeed, type LiveState } from '../api/live.js';
import type { LiveEvent } from '../api/types.js';

const feed = new LiveFeed();

/** Calls `take` with every snapshot of a topic while the screen is open. */
export function useLive(app: string, topic: string | undefined, take: (event: LiveEvent) => void): void {
  const onEvent = useEffectEvent(take);
  useEffect(() => (topic === undefined ? undefined : feed.listen(app, topic, (event) => onEvent(event))), [app, topic]);
}

/** Says if changes arrive at present. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => feed.watchState(watcher),
    () => feed.state,
  );
}
