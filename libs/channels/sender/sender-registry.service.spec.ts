import { expect, it } from 'vitest';
import { NO_THROTTLES, PUSH_SERVICES, UNLIMITED } from '../../../test/channels/simulated-accounts.js';
import { ApnsSender } from '../apns/apns.sender.js';
import { FcmSender } from '../fcm/fcm.sender.js';
import { SmsSender } from '../sms/sms.sender.js';
import { SmtpSender } from '../smtp/smtp.sender.js';
import { WebPushSender } from '../web-push/web-push.sender.js';
import { SenderRegistryService } from './sender-registry.service.js';

it('finds the sender of a channel, with its policy for unconfirmed messages', () => {
  const senders = new SenderRegistryService({
    apns: new ApnsSender(),
    fcm: new FcmSender(),
    webpush: new WebPushSender(PUSH_SERVICES, NO_THROTTLES),
    smtp: new SmtpSender(UNLIMITED, NO_THROTTLES),
    sms: new SmsSender(UNLIMITED),
  });
  expect(senders.get('smtp').unconfirmedPolicy).toBe('give-up');
  expect(senders.get('sms').unconfirmedPolicy).toBe('ask');
  expect((['apns', 'fcm', 'webpush'] as const).map((channel) => senders.get(channel).unconfirmedPolicy)).toEqual([
    'repeat',
    'repeat',
    'repeat',
  ]);
});
