import { expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../../apps/panel/setup/forms/form-specs.js';
import { listWebhookEvents } from '../../../libs/delivery/webhooks/webhook-events.js';

it('The form of webhooks offers every event that an endpoint may list', () => {
  expect(HOOK_EVENTS).toEqual(listWebhookEvents());
});
