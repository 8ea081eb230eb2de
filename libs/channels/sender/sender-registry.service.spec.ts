import { describe, expect, it } from 'vitest';
import { NO_RESTS, UNPACED } from '../../../test/channels/simulated-accounts.js';
import { ApnsSender } from '../apns/apns.sender.js';
import { FcmSender } from '../fcm/fcm.sender.js';
import { SenderRegistryService, assertEveryChannelHasOneSender, type SenderList } from './sender-registry.service.js';
import { SmsSender } from '../sms/sms.sender.js';
import { SmtpSender } from '../smtp/smtp.sender.js';
import { WebPushSender } from '../web-push/web-push.sender.js';

const all: SenderList = [
  new ApnsSender(),
  new FcmSender(),
  new WebPushSender(),
  new SmtpSender(UNPACED, NO_RESTS),
  new SmsSender(UNPACED),
];

describe('the boot check', () => {
  it('takes one sender for each channel', () => {
    expect(() => assertEveryChannelHasOneSender(all)).not.toThrow();
  });

  it('names the channels that have none or several', () => {
    expect(() => assertEveryChannelHasOneSender([...all.slice(1), new FcmSender()])).toThrow('apns has 0, fcm has 2');
  });
});

describe('Senders', () => {
  it('finds the sender of a channel, with its policy for doubt', () => {
    const senders = new SenderRegistryService(all);
    expect(senders.get('smtp').unconfirmedPolicy).toBe('give-up');
    expect(senders.get('sms').unconfirmedPolicy).toBe('ask');
    expect((['apns', 'fcm', 'webpush'] as const).map((channel) => senders.get(channel).unconfirmedPolicy)).toEqual([
      'repeat',
      'repeat',
      'repeat',
    ]);
  });
});
