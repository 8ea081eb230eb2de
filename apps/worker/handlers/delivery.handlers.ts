import type { FairTurnService, WebhookSenderService, LaunchService, TransactionalSenderService } from '#libs/delivery';
import { deliverWebhook, launchDispatch, sendChunk, sendTransactional } from '#libs/delivery';
import { defineHandler, type JobHandler } from '#platform/queue';

/** The jobs of the delivery room. */
export function deliveryHandlers(
  launches: LaunchService,
  transactional: TransactionalSenderService,
  turns: FairTurnService,
  webhooks: WebhookSenderService,
): JobHandler[] {
  return [
    defineHandler(launchDispatch, ({ dispatchId }) => launches.launch(dispatchId)),
    defineHandler(sendTransactional, ({ dispatchIds }) => transactional.send(dispatchIds)),
    defineHandler(sendChunk, (key, queueName) => turns.sendChunk(key, queueName)),
    defineHandler(deliverWebhook, ({ callId }) => webhooks.deliver(callId)),
  ];
}
