import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const CONTENTS = [
  { platforms: ['IOS'], title: 'Cart', text: 'Your cart has @{event.count|some} things' },
  { platforms: ['EMAIL'], subject: 'Your cart', text: '<p>@{event.count} things wait</p>', from: 'shop@shop.example' },
];
const written = (send: object = { contents: CONTENTS, reach: 'first', within: '4h' }) => ({
  name: 'cart',
  entry: { event: 'Cart' },
  steps: [{ send: { id: 'remind', ...send } }],
});

let sending: Sending;

const apply = (file: object, dryRun = false) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun });
const findKeys = async () => {
  const rows = await sending.gateway.fresh.db.rows<{ keys: Record<string, number> }>(
    'SELECT v.keys FROM journeys.version AS v ORDER BY v.version',
  );
  return rows.map(({ keys }) => keys['remind']);
};

beforeAll(async () => {
  sending = await startSending();
  await apply({ events: [{ code: 'Cart', attributes: [{ code: 'count', dataType: 'INT' }] }] });
  await sending.post('registerUsers', [
    ...(await reachableUsers(sending.simulators, 'IOS', 1)),
    { extId: 'bob', email: 'bob@example.com' },
  ]);
});
afterAll(() => sending.close());

describe('Contents of a send step', () => {
  it('A template of a step reads values of the event by which people enter, and a name without a value is refused', async () => {
    const liquid = (text: string) =>
      apply({ journeys: [written({ contents: [{ platforms: ['IOS'], templates: 'liquid', text }] })] }, true);
    await liquid('{{ event.count | default: 0 }} things, {{ batch.count }} events');
    await expect(liquid('{{ evnt.count }} things')).rejects.toThrow('unknown value evnt');
  });

  it('Contents that a campaign would not take are refused with their place, and change nothing', async () => {
    const refusal = (send: object) => apply({ journeys: [written(send)] }, true).catch((error: Error) => error.message);
    expect(await refusal({})).toContain('should have one of message, contents');
    expect(await refusal({ message: 'a', contents: CONTENTS })).toContain('should have one of message, contents');
    expect(await refusal({ message: 'a', reach: 'all' })).toContain('reach goes with contents');
    expect(await refusal({ contents: [] })).toContain('journeys: cart.remind.contents');
    expect(await refusal({ contents: [{ platforms: ['FAX'], text: 'x' }] })).toContain(
      'journeys: cart.remind.contents[0].platforms[0]',
    );
    expect(await refusal({ contents: [CONTENTS[0], CONTENTS[0]] })).toContain('is a platform of contents[0] already');
    expect(await refusal({ contents: CONTENTS, within: '4h' })).toContain('within');
    expect(await refusal({ contents: CONTENTS, reach: 'preferred' })).toContain('preferredBy');
    expect(await refusal({ contents: [{ ...CONTENTS[0], ios: { sound: 'none.caf' } }] })).toContain('no sound of IOS');
    expect(await findKeys()).toEqual([]);
  });

  it('A person gets the first content that reaches it, with the data of the event, and the file reads back', async () => {
    await apply({ journeys: [written()] });
    expect((await apply({ journeys: [written()] })).differences).toEqual([]);
    await sending.post('fireEvents', [
      { extId: 'ios-0', name: 'Cart', count: 3 },
      { extId: 'bob', name: 'Cart', count: 4 },
    ]);
    await sending.readFeed();
    await sending.gateway.app.get(JourneyStepService).stepDue();
    await sending.drain();
    const [key = 0] = await findKeys();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    const [push] = (await sending.simulators.page('apns', 0)).deliveries;
    expect(JSON.stringify(push)).toContain('3 things');
    const [mail] = (await sending.simulators.page('smtp', 0)).deliveries;
    expect(JSON.stringify(mail)).toContain('4 things wait');
    const sends = await sending.gateway.fresh.db.rows('SELECT to_jsonb(d) AS send FROM delivery.dispatch AS d');
    // A mail has no title: lists of sends name it by journey and step.
    expect(JSON.stringify(sends)).toContain('"cart: remind"');
    expect(JSON.stringify(sends)).not.toContain('": remind"');
  });

  it('Contents keep their key in a new version while they stay the same', async () => {
    const goal = { event: 'Cart' };
    await apply({ journeys: [{ ...written(), goal }] });
    await apply({ journeys: [{ ...written({ contents: [CONTENTS[1]] }), goal }] });
    const [first, second, third] = await findKeys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('A template loops over the events of a batch, and a value that they do not have is a warning', async () => {
    const journey = (text: string): object => ({
      name: 'list',
      entry: { event: 'Cart' },
      steps: [
        { batch: { id: 'all', for: '10m', most: 2 } },
        { send: { id: 'tell', contents: [{ platforms: ['IOS'], title: 'List', templates: 'liquid', text }] } },
        { exit: 'done' },
      ],
    });
    const wrong = '{{ event.cont | default: 0 }}{% for item in batch %}{{ item.nam | default: 0 }}{% endfor %}';
    expect(await apply({ journeys: [journey(wrong)] }, true)).toMatchObject({
      warnings: [
        "journeys: list: tell: text: the event has no 'event.cont'",
        "journeys: list: tell: text: the event has no 'batch[…].nam'",
      ],
    });
    const text =
      '{% for item in batch %}{{ forloop.index }}:{{ item.count }} {% endfor %}of {{ batch.size }}, first {{ batch[0].count }}';
    expect(await apply({ prune: true, journeys: [journey(text)] })).toMatchObject({ warnings: [] });
    await sending.post('fireEvents', [
      { extId: 'ios-0', name: 'Cart', count: 7 },
      { extId: 'ios-0', name: 'Cart', count: 9 },
    ]);
    await sending.readFeed();
    await sending.gateway.app.get(JourneyStepService).stepDue();
    await sending.drain();
    const pushes = (await sending.simulators.page('apns', 0)).deliveries;
    expect(JSON.stringify(pushes)).toContain('1:7 2:9 of 2, first 7');
  });
});
