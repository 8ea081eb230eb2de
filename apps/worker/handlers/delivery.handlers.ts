import type { ChunkService, LaunchService } from '#libs/delivery';
import { launchDispatch, sendChunk } from '#libs/delivery';
import { handle, type JobHandler } from '#platform/queue';

/** What the delivery room is woken for. */
export function deliveryHandlers(launches: LaunchService, chunks: ChunkService): JobHandler[] {
  return [
    handle(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    handle(sendChunk, (key) => chunks.send(key)),
  ];
}
