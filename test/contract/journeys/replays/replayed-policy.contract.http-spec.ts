import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const DAY_MS = 86_400_000;
const SEND = [{ send: { id: 'remind', message: 'cart' } }];
const PEOPLE = ['ada', 'bob', 'dan', ...Array.from({ length: 20 }, (_, n) => `p${n}`)];
/** So many days ago, at an hour of UTC. */
const ago = (days: number, hour: number) =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + hour * 3_600_000);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

let sending: Sending;
const replay = async (name: string) => {
  const { app, appId } = sending.gateway;
  const journey = await app.get(JourneyService).get(appId, name);
  return app.get(ReplayService).replay({ journey, days: 10, now: new Date() });
};
const fire = (extId: string, at: Date, name = 'Cart') => ({ extId, name, timestamp: at.toISOString() });

beforeAll(async () => {
  sending = await startSending();
  const message = { name: 'cart', title: 'Cart', message: 'You left a hat', platforms: ['EMAIL'] };
  await sending.post('createNotificationDefinition', message);
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      events: [{ code: 'Cart' }, { code: 'Half' }],
      caps: [{ name: 'daily', most: 1, per: '24h' }],
      quietHours: { from: '21:00', to: '08:00', zone: 'UTC' },
      journeys: [
        { name: 'all', entry: { event: 'Cart' }, state: 'off', steps: SEND },
        { name: 'half', entry: { event: 'Half' }, state: 'off', holdout: '50%', steps: SEND },
      ],
    },
    { dryRun: false },
  );
  const users = PEOPLE.map((extId) => ({ extId, profile: { email: `${extId}@example.com` } }));
  await sending.post('registerUsers', users);
  await sending.post('fireEvents', [
    fire('ada', ago(5, 12)),
    fire('ada', ago(5, 13)),
    fire('bob', ago(5, 22)),
    fire('dan', ago(5, 12)),
    fire('dan', ago(3, 12)),
    ...PEOPLE.map((extId) => fire(extId, ago(5, 12), 'Half')),
  ]);
});
afterAll(() => sending.close());

describe('The contact policy in a replay', () => {
  it('Caps skip, quiet hours defer to their end, and people with two messages in a week are counted', async () => {
    const { sent, messages, reasons, deferred, twiceInWeek } = await replay('all');
    expect({ sent, messages, reasons, deferred, twiceInWeek }).toEqual({
      sent: 5,
      messages: {
        [dayOf(ago(5, 0))]: { EMAIL: 2 },
        [dayOf(ago(4, 0))]: { EMAIL: 1 },
        [dayOf(ago(3, 0))]: { EMAIL: 1 },
      },
      reasons: { END: 5, FREQUENCY_CAP: 1 },
      deferred: { quietHours: 1, caps: 0 },
      twiceInWeek: 1,
    });
  });

  it('People of the control group of a journey enter, and get no message', async () => {
    const { entered, sent, messages, reasons } = await replay('half');
    const left = messages[dayOf(ago(5, 0))]?.EMAIL ?? 0;
    expect([entered, sent]).toEqual([PEOPLE.length, PEOPLE.length]);
    expect(Math.min(left, reasons.HOLDOUT ?? 0)).toBeGreaterThan(0);
    expect(left + (reasons.HOLDOUT ?? 0)).toBe(PEOPLE.length);
  });

  it('A person who chose one e-mail a week gets the second message of the week in no replay', async () => {
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { emailFrequency: ['week'] } }, { dryRun: false });
    await sending.post('registerUsers', [{ extId: 'dan', consent: { emailFrequency: 'week' } }]);
    // A policy is known for a second.
    await new Promise((resolve) => setTimeout(resolve, 1010));
    const { messages, reasons } = await replay('all');
    expect(messages[dayOf(ago(3, 0))]).toBeUndefined();
    expect(reasons).toEqual({ END: 5, FREQUENCY_CAP: 2 });
  });
});
