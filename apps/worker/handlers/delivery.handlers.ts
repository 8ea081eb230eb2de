import type { ChunkService, HookCallService, LaunchService } from '#libs/delivery';
import { callHook, launchDispatch, sendChunk } from '#libs/delivery';
import { handle, type JobHandler } from '#platform/queue';

/** What the delivery room is woken for. */
export function deliveryHandlers(launches: LaunchService, chunks: ChunkService, hooks: HookCallService): JobHandler[] {
  return [
    handle(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    handle(sendChunk, (key) => chunks.send(key)),
    handle(callHook, ({ callId }) => hooks.call(callId)),
  ];
}
