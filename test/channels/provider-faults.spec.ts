import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Outgoing, PayloadByChannel } from '#libs/channels';
import { PROVIDER_FAULTS, type ProviderFault } from '../support/processes/provider-faults.js';
import type { TestedChannel } from './account-credentials.js';
import { createSenders, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
const senders = createSenders();
afterAll(() => senders.close());

const PAYLOADS: Pick<PayloadByChannel, ProviderFault['provider']> = {
  apns: { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 },
  fcm: { message: { notification: { body: 'Hi' } } },
  webpush: { body: { title: 'Hi' }, urgency: 'normal' },
  sms: { body: 'Hi', segments: 1 },
  hms: { data: {}, android: {}, buttons: [] },
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
    hms: `IQAAAACy${addresses}`,
  }[provider];
}

async function send<C extends TestedChannel>(channel: C, item: Outgoing<C>) {
  const account = simulated.account(channel);
  return senders.get(account).send(account, [item]);
}

describe('Classification of provider errors', () => {
  it.each(PROVIDER_FAULTS.map((fault) => [fault.provider, fault.name, fault] as const))(
    'The %s sender reports the expected outcome of %s',
    async (provider, _, { rule, sender, pause }) => {
      await simulated.faults({ provider, share: 1, ...rule });
      const item: Outgoing<TestedChannel> = {
        messageId: randomUUID(),
        address: await addressOf(provider),
        payload: PAYLOADS[provider],
        collapseId: 'offer',
        ttlSeconds: 600,
        registeredAt: new Date(Date.now() - 60_000),
      };
      const report = await send<TestedChannel>(provider, item);
      const [outcome] = report.outcomes;
      const [kind, code, reason] = sender;
      const reported = typeof code === 'string' ? code : (expect.stringMatching(code) as string);
      expect(outcome).toMatchObject({ kind, code: reported, reason });
      expect(report.pause?.why).toBe(pause);
    },
  );
});
