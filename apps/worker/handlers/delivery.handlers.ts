import type {
  ChunkSenderService,
  WebhookDeliveryService,
  LaunchService,
  TransactionalSenderService,
} from '#libs/delivery';
import { deliverWebhook, launchDispatch, sendChunk, sendTransactional } from '#libs/delivery';
import { defineHandler, type JobHandler } from '#platform/queue';

/** What the delivery room is woken for. */
export function deliveryHandlers(
  launches: LaunchService,
  singles: TransactionalSenderService,
  chunks: ChunkSenderService,
  hooks: WebhookDeliveryService,
): JobHandler[] {
  return [
    defineHandler(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    defineHandler(sendTransactional, ({ dispatchIds }) => singles.send(dispatchIds)),
    defineHandler(sendChunk, (key) => chunks.sendChunk(key)),
    defineHandler(deliverWebhook, ({ callId }) => hooks.deliver(callId)),
  ];
}
