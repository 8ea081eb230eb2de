import type { ChunkService, HookCallService, LaunchService, SingleSends } from '#libs/delivery';
import { callHook, launchDispatch, sendChunk, sendSingles } from '#libs/delivery';
import { handle, type JobHandler } from '#platform/queue';

/** What the delivery room is woken for. */
export function deliveryHandlers(
  launches: LaunchService,
  singles: SingleSends,
  chunks: ChunkService,
  hooks: HookCallService,
): JobHandler[] {
  return [
    handle(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    handle(sendSingles, ({ dispatchIds }) => singles.send(dispatchIds)),
    handle(sendChunk, (key) => chunks.send(key)),
    handle(callHook, ({ callId }) => hooks.call(callId)),
  ];
}
