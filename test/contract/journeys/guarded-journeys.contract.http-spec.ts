import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplicationService, ApplyService, type ApplyContext, SectionRegistryService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MEMBER = { kind: 'member', id: '1', name: 'Ada' } as const;
const STRING = { dataType: 'STRING' };
/** Attributes that hold more together than the parameters of one person may. */
const LONG = Array.from({ length: 9 }, (_, n) => `long${n}`);
const EVENTS = [
  {
    code: 'Paid',
    attributes: [
      { code: 'card', ...STRING, privateInfo: true },
      { code: 'note', ...STRING },
      { code: 'shop', ...STRING },
      ...LONG.map((code) => ({ code, ...STRING })),
    ],
  },
];
const THANKS = {
  name: 'thanks',
  entry: { event: 'Paid', key: 'card' },
  steps: [{ wait: { id: 'hour', for: '1h' } }, { send: { id: 'thank', message: 'thanks' } }],
};

let sending: Sending;
let key: number;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
/** Applies the section as a member of the panel would, and undoes it. @returns how many differences there would be */
async function tryAs(seesPrivate: boolean, journey: object): Promise<number> {
  const { app, appId, fresh } = sending.gateway;
  const application = await app.get(ApplicationService).getApplication(appId);
  const editor = { by: MEMBER, seesPrivate, behind: [], checkKey: () => undefined };
  const context: ApplyContext = { editor, prune: false, reveal: () => undefined, warn: () => undefined };
  const section = app.get(SectionRegistryService, { strict: false }).find('journeys');
  if (!section) {
    throw new Error('No module takes the section journeys');
  }
  let differences = 0;
  const undone = new Error('undone');
  await fresh.db
    .tx(async (tx) => {
      differences = (await section.apply(tx, application, [journey], context)).length;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) {
        throw error;
      }
    });
  return differences;
}
const explain = async (by: string) => {
  const path = '/rest/3.0/journeys/explain?name=thanks&extId=ios-1';
  return (await sending.gateway.call(path, { method: 'GET', key: by })).json;
};

beforeAll(async () => {
  sending = await startSending();
  await apply({ events: EVENTS });
  const message = {
    name: 'thanks',
    title: 'Thanks',
    message: `For @{event.note|all}${LONG.map((code) => `@{event.${code}|}`).join('')}`,
    platforms: ['IOS'],
  };
  key = (await sending.post<{ notificationKey: number }>('createNotificationDefinition', message)).notificationKey;
  await apply({ journeys: [THANKS] });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 2, 1));
});
afterAll(() => sending.close());

describe('Guarded journeys', () => {
  it('A journey that compares a private attribute takes the right to private values', async () => {
    const asking = { ...THANKS, name: 'asking', entry: { event: 'Paid', where: { card: { is: '4711' } } } };
    await expect(tryAs(false, asking)).rejects.toThrow("compares 'card', which is private");
    await expect(tryAs(false, { ...asking, entry: { event: 'Paid', where: { shop: { is: 'a' } } } })).resolves.toBe(1);
    await expect(tryAs(true, { ...asking, name: 'seeing' })).resolves.toBe(1);
  });

  it('The value of an event by which a person is inside is shown with the scope private alone', async () => {
    await sending.post('fireEvents', [{ extId: 'ios-1', name: 'Paid', card: '4711', note: 'you' }]);
    await sending.readFeed();
    await sending.gateway.makeKey('blind', { scopes: ['notifications'] });
    await sending.gateway.makeKey('seeing', { scopes: ['notifications', 'private'] });
    expect(JSON.stringify(await explain('blind'))).not.toContain('4711');
    expect(await explain('seeing')).toMatchObject({ inside: [{ key: '4711', node: 'hour' }] });
  });

  it('An event with long attributes holds up no other person of the journey', async () => {
    const long = Object.fromEntries(LONG.map((code) => [code, 'x'.repeat(8_000)]));
    await sending.post('fireEvents', [{ extId: 'ios-2', name: 'Paid', card: '4712', ...long }]);
    await sending.readFeed();
    await sending.gateway.fresh.db.affected(
      `UPDATE journeys.visit SET due_at = now() - interval '1 second', since = since - interval '1 hour'`,
    );
    await sending.gateway.app.get(JourneyStepService).stepDue();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'FAILED PAYLOAD_TOO_LARGE': 1 });
    const texts = (await sending.simulators.deliveries('apns')).map((delivery) => JSON.stringify(delivery));
    expect(texts.filter((text) => text.includes('For you'))).toHaveLength(1);
  });

  it('Neither a member nor a key lets a journey send where sends need approvals', async () => {
    await apply({ settings: { approval: true } });
    const changed = { ...THANKS, steps: [{ send: { id: 'now', message: 'thanks' } }] };
    await expect(tryAs(true, changed)).resolves.toBe(1);
    await expect(tryAs(true, { ...changed, state: 'paused' })).resolves.toBeGreaterThan(0);
    await sending.gateway.call('/rest/3.0/journeys/pause', { body: { name: 'thanks' } });
    const resume = () => sending.gateway.call('/rest/3.0/journeys/resume', { body: { name: 'thanks' } });
    // A gateway keeps the settings of a key for a moment.
    await expect.poll(async () => (await resume()).headers.get('x-approval-id')).toMatch(/^\d+$/);
    const { list } = (await sending.gateway.call('/rest/3.0/journeys', { method: 'GET' })).json as {
      list: { state: string }[];
    };
    expect(list).toMatchObject([{ state: 'paused' }]);
    expect(await apply({ journeys: [THANKS] })).toBeDefined();
    expect((await sending.gateway.call('/rest/3.0/journeys/stop', { body: { name: 'thanks' } })).status).toBe(200);
  });
});
