import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type Outgoing, type PayloadByChannel } from '#libs/channels';
import type { TestedChannel } from './account-credentials.js';
import { createSenders, useSimulators } from './simulated-accounts.js';

const COUNT = 60;
const ALLOWED = 20;

const simulated = useSimulators();
const senders = createSenders();
afterAll(() => senders.close());

const PAYLOADS: Pick<PayloadByChannel, TestedChannel> = {
  apns: { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 },
  fcm: { message: { notification: { body: 'Hi' } } },
  webpush: { body: { title: 'Hi' }, urgency: 'normal' },
  smtp: { subject: 'Hi', text: 'Hi' },
  sms: { body: 'Hi', segments: 1 },
  hms: { data: {}, android: {}, buttons: [] },
};

async function makeBatch(channel: TestedChannel): Promise<Outgoing[]> {
  const subscriptions = channel === 'webpush' ? await simulated.subscriptions(COUNT) : [];
  return Array.from({ length: COUNT }, (_, index) => ({
    messageId: randomUUID(),
    address: {
      apns: index.toString(16).padStart(64, '0'),
      fcm: `token-${index}:APA91b${'x'.repeat(120)}`,
      webpush: subscriptions[index] ?? '',
      smtp: `user-${index}@example.org`,
      sms: `+49170${String(index).padStart(7, '0')}`,
      hms: `IQAAAACy${index}`,
    }[channel],
    payload: PAYLOADS[channel],
    collapseId: 'offer',
    ttlSeconds: 600,
  }));
}

describe('Withheld messages', () => {
  it.each<TestedChannel>(['apns', 'fcm', 'webpush', 'smtp', 'sms', 'hms'])(
    'A message that may no longer leave is withheld, and the others are sent: %s',
    async (channel) => {
      const batch = await makeBatch(channel);
      const mayLeave = (index: number): boolean => index < ALLOWED;
      const account = simulated.account(channel);
      const { outcomes } = await senders.get(account).send(account, batch, { mayLeave });
      expect(outcomes.map(({ kind }) => kind)).toEqual(
        batch.map((_, index) => (index < ALLOWED ? 'sent' : 'withheld')),
      );
      expect((await simulated.counts(channel)).accepted).toBe(ALLOWED);
    },
  );

  it.each<TestedChannel>(['webpush', 'smtp', 'sms'])(
    'A message is checked again when its connection is ready, right before it is written: %s',
    async (channel) => {
      const batch = await makeBatch(channel);
      const asked = new Set<number>();
      const mayLeave = (index: number): boolean => !asked.has(index) && asked.add(index).has(index);
      const account = simulated.account(channel);
      const { outcomes } = await senders.get(account).send(account, batch, { mayLeave });
      expect(outcomes.map(({ kind }) => kind)).toEqual(batch.map(() => 'withheld'));
      expect((await simulated.counts(channel)).accepted).toBe(0);
      // The connections are still good for others.
      const again = await senders.get(account).send(account, batch);
      expect(again.outcomes.map(({ kind }) => kind)).toEqual(batch.map(() => 'sent'));
    },
  );
});
