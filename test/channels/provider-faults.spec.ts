import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ApnsSender,
  FcmSender,
  SenderRegistryService,
  SmsSender,
  SmtpSender,
  WebPushSender,
  type Channel,
  type Outgoing,
  type PayloadByChannel,
} from '#libs/channels';
import { PROVIDER_FAULTS, type ProviderFault } from '../support/processes/provider-faults.js';
import { NO_THROTTLES, PUSH_SERVICES, UNLIMITED, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
const senders = new SenderRegistryService({
  apns: new ApnsSender(),
  fcm: new FcmSender(),
  webpush: new WebPushSender(PUSH_SERVICES, NO_THROTTLES),
  smtp: new SmtpSender(UNLIMITED, NO_THROTTLES),
  sms: new SmsSender(UNLIMITED),
});
afterAll(() => senders.close());

const PAYLOADS: Omit<PayloadByChannel, 'smtp'> = {
  apns: { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 },
  fcm: { message: { notification: { body: 'Hi' } } },
  webpush: { body: { title: 'Hi' }, urgency: 'normal' },
  sms: { body: 'Hi', segments: 1 },
};
let addresses = 0;
async function addressOf(provider: ProviderFault['provider']): Promise<string> {
  addresses += 1;
  const [subscription = ''] = provider === 'webpush' ? await simulated.subscriptions(1) : [];
  return {
    apns: addresses.toString(16).padStart(64, '0'),
    fcm: `token-${addresses}:APA91b${'x'.repeat(120)}`,
    webpush: subscription,
    sms: `+49170${String(addresses).padStart(7, '0')}`,
  }[provider];
}

async function send<C extends Channel>(channel: C, item: Outgoing<C>) {
  return senders.get(channel).send(simulated.account(channel), [item]);
}

describe('what a sender reports', () => {
  it.each(PROVIDER_FAULTS.map((fault) => [fault.provider, fault.name, fault] as const))(
    '%s: %s',
    async (provider, _, { rule, sender, pause }) => {
      await simulated.faults({ provider, share: 1, ...rule });
      const item: Outgoing = {
        messageId: randomUUID(),
        address: await addressOf(provider),
        payload: PAYLOADS[provider],
        collapseId: 'offer',
        ttlSeconds: 600,
        registeredAt: new Date(Date.now() - 60_000),
      };
      const report = await send<Channel>(provider, item);
      const [outcome] = report.outcomes;
      const [kind, code, reason] = sender;
      const reported = typeof code === 'string' ? code : (expect.stringMatching(code) as string);
      expect(outcome).toMatchObject({ kind, code: reported, reason });
      expect(report.pause?.why).toBe(pause);
    },
  );
});
