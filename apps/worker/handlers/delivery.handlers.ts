import type {
  ChunkSenderService,
  WebhookSenderService,
  LaunchService,
  TransactionalSenderService,
} from '#libs/delivery';
import { deliverWebhook, launchDispatch, sendChunk, sendTransactional } from '#libs/delivery';
import { defineHandler, type JobHandler } from '#platform/queue';

/** The jobs of the delivery room. */
export function deliveryHandlers(
  launches: LaunchService,
  transactional: TransactionalSenderService,
  chunks: ChunkSenderService,
  webhooks: WebhookSenderService,
): JobHandler[] {
  return [
    defineHandler(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    defineHandler(sendTransactional, ({ dispatchIds }) => transactional.send(dispatchIds)),
    defineHandler(sendChunk, (key) => chunks.sendChunk(key)),
    defineHandler(deliverWebhook, ({ callId }) => webhooks.deliver(callId)),
  ];
}
