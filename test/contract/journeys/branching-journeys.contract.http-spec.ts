import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { SegmentUpdaterService } from '#libs/audience';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const exits = (...ids: string[]) => ids.map((exit) => ({ exit }));
const WAYS = {
  name: 'ways',
  entry: { event: 'Cart' },
  steps: [
    {
      branch: { id: 'known', if: { profile: { city: ['Berlin'] }, tag: 'vip' } },
      yes: exits('both'),
      no: [{ branch: { id: 'member', if: { segment: { $or: ['adults'] } } }, yes: exits('adult') }],
    },
    { branch: { id: 'big', where: { price: { atLeast: 100 } } }, yes: exits('rich'), no: exits('rest') },
  ],
};
const FILE = {
  attributes: [
    { code: 'city', dataType: 'STRING' },
    { code: 'age', dataType: 'INT' },
    { code: 'trip', dataType: 'DATE' },
    { code: 'income', dataType: 'INT', privateInfo: true },
  ],
  events: [
    { code: 'Cart', attributes: [{ code: 'price', dataType: 'DOUBLE' }] },
    { code: 'Go', attributes: [{ code: 'price', dataType: 'DOUBLE' }] },
  ],
  segments: [{ name: 'adults', target: { profile: { age: { $gte: 18 } } } }],
};

let sending: Sending;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const fire = (extId: string, name: string, attributes: object = {}) =>
  sending.post('fireEvents', [{ extId, name, ...attributes }]);
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();
const enter = async (extId: string, name: string, attributes: object = {}) => {
  await fire(extId, name, attributes);
  await sending.readFeed();
  await step();
};
interface Place {
  inside: { node: string; until: number; enteredAt: number }[];
  past: { node: string; reason: string }[];
}
const explain = async (name: string, extId: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/explain?name=${name}&extId=${extId}`, { method: 'GET' }))
    .json as Place;
const end = async (name: string, extId: string) => {
  const [first] = (await explain(name, extId)).past;
  return first && `${first.node} ${first.reason}`;
};
const sql = (statement: string, params: (string | number)[] = []) =>
  sending.gateway.fresh.db.affected(statement, params);

beforeAll(async () => {
  sending = await startSending();
  await apply(FILE);
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 8, 0));
});
afterAll(() => sending.close());

describe('Branches', () => {
  it('Each person takes the way that attributes, tags, segments and the event of entry give, all of them at once', async () => {
    await sending.post('registerUsers', [
      { extId: 'ios-0', profile: { city: 'Berlin' } },
      { extId: 'ios-1', profile: { city: 'Berlin', age: 30 } },
      { extId: 'ios-2', profile: { age: 40 } },
      { extId: 'ios-3', profile: { age: 4 } },
    ]);
    await sending.post('tagUsers', { tag: 'vip', extIds: ['ios-0'] });
    await sending.gateway.app.get(SegmentUpdaterService).followFeed();
    await apply({ journeys: [WAYS] });
    await sending.post('fireEvents', [
      { extId: 'ios-0', name: 'Cart', price: 500 },
      { extId: 'ios-1', name: 'Cart', price: 500 },
      { extId: 'ios-2', name: 'Cart', price: 1 },
      { extId: 'ios-3', name: 'Cart', price: 500 },
      { extId: 'ios-4', name: 'Cart', price: 5 },
    ]);
    await sending.readFeed();
    await step();
    const ends = await Promise.all([0, 1, 2, 3, 4].map((n) => end('ways', `ios-${n}`)));
    expect(ends).toEqual(['both EXIT', 'adult EXIT', 'adult EXIT', 'rich EXIT', 'rest EXIT']);
  });

  it('A person waits at a branch whose segment is gone, and goes on once it is there again', async () => {
    await apply({ journeys: [{ ...WAYS, name: 'held', entry: { event: 'Go' } }] });
    await sql("UPDATE audience.segment SET deleted_at = now() WHERE name = 'adults'");
    await enter('ios-5', 'Go');
    expect((await explain('held', 'ios-5')).inside).toMatchObject([{ node: 'member' }]);
    await sql("UPDATE audience.segment SET deleted_at = NULL WHERE name = 'adults'");
    await sql("UPDATE journeys.visit SET due_at = now() - interval '1 second'");
    await step();
    expect(await end('held', 'ios-5')).toBe('rest EXIT');
    await apply({ journeys: [{ ...WAYS, name: 'held', entry: { event: 'Go' }, state: 'off' }] });
  });
});

describe('Waits by the clock', () => {
  const waiting = (name: string, wait: object) => ({
    name,
    entry: { event: 'Go' },
    steps: [{ wait: { id: 'until', ...wait } }, { exit: 'done' }],
  });

  it('A person waits until the time of day of their device, or of the application without one', async () => {
    await sql(
      "UPDATE users.installation SET time_zone = 'Pacific/Kiritimati' WHERE uid = (SELECT uid FROM users.app_user WHERE ext_id = 'ios-6')",
    );
    await apply({ journeys: [waiting('clock', { at: '10:00', days: 2, zone: 'user' })] });
    await enter('ios-6', 'Go');
    await enter('ios-7', 'Go');
    const hourOf = async (extId: string, aheadHours: number) => {
      const [visit] = (await explain('clock', extId)).inside;
      const at = new Date((visit?.until ?? 0) + aheadHours * HOUR_MS).toISOString();
      return [
        at.slice(11, 16),
        Math.round(
          (Date.parse(at.slice(0, 10)) -
            Date.parse(new Date(Date.now() + aheadHours * HOUR_MS).toISOString().slice(0, 10))) /
            DAY_MS,
        ),
      ];
    };
    expect(await hourOf('ios-6', 14)).toEqual(['10:00', 2]);
    expect(await hourOf('ios-7', 0)).toEqual(['10:00', 2]);
    await apply({ journeys: [{ ...waiting('clock', { for: '1s' }), state: 'off' }] });
  });

  it('A person waits until so long before a day of theirs; without one it goes on, or leaves as the policy says', async () => {
    const trip = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
    await sending.post('registerUsers', [{ extId: 'ios-1', profile: { trip } }]);
    const until = { until: { attribute: 'trip', before: '3d' }, at: '09:00' };
    await apply({ journeys: [waiting('trip', until), waiting('strict', { ...until, late: 'exit' })] });
    await enter('ios-1', 'Go');
    await enter('ios-2', 'Go');
    const [visit] = (await explain('trip', 'ios-1')).inside;
    expect(visit?.until).toBe(Date.parse(`${trip}T09:00Z`) - 3 * DAY_MS);
    expect(await end('trip', 'ios-2')).toBe('done EXIT');
    expect(await end('strict', 'ios-2')).toBe('until LATE');
    await apply({ journeys: [] });
  });
});

describe('Loops', () => {
  it('A person who goes round leaves after a hundred steps', async () => {
    await apply({
      journeys: [
        { name: 'round', entry: { event: 'Go' }, steps: [{ wait: { id: 'day', for: '1d' } }, { goto: 'day' }] },
      ],
    });
    await enter('ios-3', 'Go');
    await sql(
      "UPDATE journeys.visit SET steps = 98, due_at = now() - interval '1 second', since = now() - interval '1 day'",
    );
    await step();
    expect((await explain('round', 'ios-3')).inside).toMatchObject([{ node: 'day' }]);
    await sql("UPDATE journeys.visit SET due_at = now() - interval '1 second', since = now() - interval '1 day'");
    await step();
    expect(await end('round', 'ios-3')).toBe('day LOOP');
  });

  it('A person enters a journey a hundred times a day at most, and further entries are counted', async () => {
    await apply({ journeys: [{ name: 'quick', entry: { event: 'Go' }, steps: [{ exit: 'out' }] }] });
    await sql(`INSERT INTO journeys.past_visit (uid, entered_at, left_at, app_id, journey_id, version, vb, key, node, reason)
      SELECT u.uid, now() - n * interval '1 minute', now(), u.app_id, j.journey_id, 1, u.vb, '', 'out', 'EXIT'
      FROM users.app_user AS u, journeys.journey AS j, generate_series(1, 99) AS n
      WHERE u.ext_id = 'ios-4' AND j.name = 'quick'`);
    await enter('ios-4', 'Go');
    await enter('ios-4', 'Go');
    const { json } = await sending.gateway.call('/rest/3.0/journeys/statistics?name=quick', { method: 'GET' });
    expect(json).toMatchObject({ entered: 1, looped: 1 });
  });
});

describe('Refused steps', () => {
  const branch = (fields: object) => [{ branch: { id: 'b', ...fields } }];
  const split = (by: object, arms: object = {}) => [{ split: { id: 's', by }, ...arms }];
  const wait = (fields: object) => [{ wait: { id: 'w', ...fields } }];
  it.each([
    ['a branch without conditions', branch({}), /steps\[0\]\.branch should have if, where or both/],
    ['a branch with an unknown condition', branch({ if: { tags: 'vip' } }), /b\.if\.tags: unknown name/],
    ['a branch over an unknown attribute', branch({ if: { profile: { size: [1] } } }), /b\.if: .*size/],
    ['a branch over an unknown segment', branch({ if: { segment: 'old' } }), /b\.if: Segment 'old' does not exist/],
    ['a branch over an unknown attribute of the event', branch({ where: { x: { is: 1 } } }), /no attribute 'x'/],
    ['shares that are not all', split({ a: '50%', b: '40%' }), /split\.by: the shares should be 100% together/],
    ['a share that is no share', split({ a: '50', b: '50%' }), /split\.by\.a should be a share/],
    ['an arm that is called as a step', split({ send: '50%', b: '50%' }), /split\.by\.send should be named/],
    ['steps of an arm that is none', split({ a: '50%', b: '50%' }, { c: [] }), /steps\[0\]\.c: unknown name/],
    ['one arm', split({ a: '100%' }), /split\.by should be a map of 2 to 10 arms/],
    ['a goto to no step', [{ goto: 'x' }], /steps\[0\]\.goto: no step has the id x/],
    [
      'a goto before other steps',
      [{ wait: { id: 'a', for: '1d' } }, { goto: 'a' }, { exit: 'b' }],
      /steps\[1\]\.goto should be the last/,
    ],
    ['a loop without a wait', [{ send: { id: 'a', message: 'x' } }, { goto: 'a' }], /leads back to a without a wait/],
    ['a wait without an end', wait({}), /wait should have one of for, at, until/],
    ['a wait with two ends', wait({ for: '1d', at: '10:00' }), /wait\.at has no meaning with for/],
    ['a time of day that is none', wait({ at: '24:00' }), /wait\.at should be a time of day/],
    ['a day of the week that is none', wait({ at: '10:00', weekdays: ['XX'] }), /wait\.weekdays should list/],
    ['a wait for an attribute without times', wait({ until: { attribute: 'age' } }), /w\.until\.attribute: 'age'/],
    ['a branch of another step', [{ wait: { id: 'a', for: '1d' }, yes: [] }], /steps\[0\]\.yes has no meaning/],
  ])('%s is refused with its place', async (_what, steps, words) => {
    await expect(apply({ journeys: [{ ...WAYS, name: 'other', state: 'paused', steps }] })).rejects.toThrow(words);
  });
});
