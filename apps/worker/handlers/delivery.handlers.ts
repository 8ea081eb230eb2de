import type { ChunkService, HookCallService, LaunchService, SingleSends } from '#libs/delivery';
import { callHook, launchDispatch, sendChunk, sendSingles } from '#libs/delivery';
import { defineHandler, type JobHandler } from '#platform/queue';

/** What the delivery room is woken for. */
export function deliveryHandlers(
  launches: LaunchService,
  singles: SingleSends,
  chunks: ChunkService,
  hooks: HookCallService,
): JobHandler[] {
  return [
    defineHandler(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    defineHandler(sendSingles, ({ dispatchIds }) => singles.send(dispatchIds)),
    defineHandler(sendChunk, (key) => chunks.send(key)),
    defineHandler(callHook, ({ callId }) => hooks.call(callId)),
  ];
}
