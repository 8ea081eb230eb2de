export { HELD_BY } from './held-by.sql.js';
export { type NewHookEvent, type PersonCall, WebhookDeliveryService } from './webhook-delivery.service.js';
export { WebhookEndpointService } from './webhook-endpoint.service.js';
export { SEALED_WEBHOOK_SECRETS } from './webhook-secret.service.js';
export { WebhookSenderService } from './webhook-sender.service.js';
