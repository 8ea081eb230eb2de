import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const JOURNEY = {
  name: 'carts',
  entry: { event: 'Cart', again: 'always' },
  steps: [{ send: { id: 's', message: 'note' } }],
};
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

let sending: Sending;
const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const replay = async () => {
  const { app, appId } = sending.gateway;
  const journey = await app.get(JourneyService).get(appId, JOURNEY.name);
  return app.get(ReplayService).replay({ journey, days: 1, now: new Date() });
};

/** Changes a consent, as if it had been so many hours ago. */
async function say(extId: string, subject: 'email_opt_in' | 'push_permitted', value: boolean, hours: number) {
  const { db } = sending.gateway.fresh;
  const before = new Date();
  await db.affected(
    subject === 'email_opt_in'
      ? 'UPDATE users.app_user SET email_opt_in = $2 WHERE ext_id = $1'
      : `UPDATE users.installation AS i SET push_permitted = $2 FROM users.app_user AS u
         WHERE u.ext_id = $1 AND i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid`,
    [extId, value],
  );
  await db.affected('UPDATE users.consent_event SET ts = $1 WHERE ts >= $2', [hoursAgo(hours), before]);
}

beforeAll(async () => {
  sending = await startSending();
  await apply({ events: [{ code: 'Cart' }] });
  const message = { name: 'note', title: 'Note', message: 'Hello', platforms: ['EMAIL', 'IOS'] };
  await sending.post('createNotificationDefinition', message);
  await apply({ journeys: [JOURNEY] });
  const device = { platform: 'IOS', deviceToken: 'c'.repeat(64) };
  await sending.post('registerUsers', [
    ...['ada', 'bob', 'eve'].map((extId) => ({ extId, profile: { email: `${extId}@example.com` } })),
    { extId: 'cem', ...device },
  ]);
  for (const hours of [3, 1]) {
    const timestamp = hoursAgo(hours).toISOString();
    await sending.post(
      'fireEvents',
      ['ada', 'bob', 'cem', 'eve'].map((extId) => ({ extId, name: 'Cart', timestamp })),
    );
  }
});
afterAll(() => sending.close());

describe('Consents in a replay', () => {
  it('A message reaches those who allowed it at its time, whatever they say now', async () => {
    expect(await replay()).toMatchObject({ sent: 8, reasons: { END: 8 } });
    await say('ada', 'email_opt_in', false, 2);
    await say('bob', 'email_opt_in', false, 4);
    await say('bob', 'email_opt_in', true, 2);
    await say('cem', 'push_permitted', false, 2);
    const { sent, messages, reasons } = await replay();
    const total = (platform: 'EMAIL' | 'IOS') =>
      Object.values(messages).reduce((sum, counts) => sum + (counts[platform] ?? 0), 0);
    expect({ sent, reasons }).toEqual({ sent: 8, reasons: { END: 8, UNREACHABLE: 3 } });
    expect([total('EMAIL'), total('IOS')]).toEqual([4, 1]);
  });
});
