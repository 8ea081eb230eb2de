import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { OPERATOR } from '#libs/tenancy';
import { PushPermissionService } from '#libs/users/devices';
import { PreferenceService } from '#libs/users/preferences';
import type { Platform } from '#libs/content';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import type { Where, Window } from '../targets/behaviour.types.js';
import { ALL_BUCKETS } from '../sql-engine/ranges.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import type { Target } from '../targets/target.js';
import type { Limit } from '../targets/conditions/condition.types.js';
import { DeviceService } from '#libs/users/devices';
import { ExplainService } from './explain.service.js';

const USERS = 40;

describe('ExplainService', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
    const attributes = [
      { code: 'age', dataType: 'INT' },
      { code: 'likes', dataType: 'STRING', array: true },
      { code: 'income', dataType: 'INT', privateInfo: true },
    ];
    appId = (await room.applying.apply({ app: 'why', attributes }, { dryRun: false })).app.id;
    await room.registration.registerUsers(
      appId,
      Array.from({ length: USERS }, (_, i) => ({
        extId: `u${i}`,
        profile: { ...(i % 3 > 0 && { age: 20 + (i % 4) }), likes: ['a', 'b'].slice(0, i % 3), income: 1000 * (i % 2) },
        ...(i % 2 === 0 && { platform: 'IOS', deviceToken: `t${i}` }),
        ...(i % 5 === 0 && { email: `u${i}@example.com` }),
      })),
    );
    await room.get(PushPermissionService).set(appId, { extId: 'u4' }, false);
    await room.get(PreferenceService).setOptIn(appId, 'email', false, ['u10']);
    const fired = Array.from({ length: 60 }, (_, i) => ({
      extId: `u${(i * 7) % 20}`,
      name: i % 3 === 0 ? 'ProductPurchaseEvent' : 'ProductViewEvent',
      attributes: { price: i % 5 },
    }));
    await room.get(EventsService).fireEvents(appId, fired);
    const segments = [
      { name: 'young', target: { profile: { age: [20, 21] } } },
      { name: 'buyers', type: 'PRODUCT_SEGMENT', target: { product: { action: 'bought', price: { atLeast: 2 } } } },
    ];
    await room.applying.apply({ app: 'why', segments }, { dryRun: false });
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const mode = fc.constantFrom('any' as const, 'all' as const, 'none' as const);
  const condition: fc.Arbitrary<Target> = fc.oneof(
    fc.record({
      type: fc.constant('range'),
      code: fc.constantFrom('age', 'income'),
      limits: fc.constantFrom<Limit[]>([{ op: '$gt', value: 20 }], [{ op: '$lte', value: 21 }]),
    }),
    fc.record({
      type: fc.constant('contains'),
      code: fc.constant('likes'),
      texts: fc.constantFrom<string[]>(['b'], ['x']),
    }),
    fc.record({
      type: fc.constant('profile'),
      code: fc.constant('platform'),
      values: fc.constantFrom<string[]>(['IOS'], ['SAFARI']),
    }),
    fc.record({ type: fc.constant('exists'), code: fc.constant('appVersion'), exists: fc.boolean() }),
  );
  const leaf = fc.oneof(
    fc.constant({ type: 'all' }),
    fc.record({
      type: fc.constant('profile'),
      code: fc.constant('age'),
      values: fc.subarray([20, 21, 22], { minLength: 1 }),
    }),
    fc.record({
      type: fc.constant('profile'),
      code: fc.constant('likes'),
      values: fc.subarray(['a', 'b'], { minLength: 1 }),
    }),
    fc.record({ type: fc.constant('exists'), code: fc.constantFrom('age', 'email', 'income'), exists: fc.boolean() }),
    condition,
    fc.record({
      type: fc.constant('profile'),
      code: fc.constant('email'),
      values: fc.subarray(['U5@example.com'], { minLength: 1 }),
    }),
    fc.record({ type: fc.constant('segment'), mode, names: fc.subarray(['young', 'buyers'], { minLength: 1 }) }),
    fc.record({ type: fc.constant('tag'), mode, names: fc.subarray(['nobody has it'], { minLength: 1 }) }),
    fc.record({ type: fc.constant('extIds'), extIds: fc.subarray(['u1', 'u2', 'u3'], { minLength: 1 }) }),
    fc.record({ type: fc.constant('tokens'), tokens: fc.subarray(['t0', 't2'], { minLength: 1 }) }),
    fc.record({
      type: fc.constant('event'),
      name: fc.constantFrom('ProductViewEvent', 'ProductPurchaseEvent'),
      did: fc.boolean(),
      atLeast: fc.integer({ min: 1, max: 3 }),
      window: fc.constantFrom<Window>({}, { within: 3_600_000 }, { to: 0 }),
      where: fc.constantFrom<Where[]>(
        [],
        [{ attribute: 'price', is: [1, 2] }],
        [{ attribute: 'price', least: 3, most: null }],
      ),
    }),
    fc.record({
      type: fc.constant('seen'),
      which: fc.constantFrom('first' as const, 'last' as const),
      inside: fc.boolean(),
      window: fc.constantFrom<Window>({ within: 3_600_000 }, { to: 0 }),
    }),
    fc.record({
      type: fc.constant('reachable'),
      mode,
      platforms: fc.subarray<Platform>(['IOS', 'ANDROID', 'EMAIL', 'WHATSAPP'], { minLength: 1 }),
    }),
  );
  const target: fc.Arbitrary<Target> = fc.oneof(
    leaf,
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
      of: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    }),
  );

  it('ExplainService agrees with the SQL engine for random targets and users', async () => {
    const explaining = room.get(ExplainService);
    const uids = (
      await database.db.rows<{ uid: number }>('SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1', [appId])
    ).map(({ uid }) => uid);
    const seen = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(target, fc.subarray(uids, { minLength: 4, maxLength: 4 }), async (tree, uidSample) => {
        const resolved = await room.audience.resolve(appId, tree);
        const members = await room.get(LeafMembersService).readMembers(appId, resolved, ALL_BUCKETS);
        const groups = await room.get(AudienceRepository).findMembers(appId, resolved, ALL_BUCKETS, members);
        const meant = groups.find(({ platform }) => platform === 0)?.uids ?? [];
        for (const uid of uidSample) {
          const { matches } = await explaining.explain(appId, uid, tree, OPERATOR);
          expect(matches).toBe(meant.includes(uid));
          seen.add(matches);
        }
      }),
      { seed: 9, numRuns: 120 },
    );
    expect(seen.size).toBe(2);
  });

  it('ExplainService shows the values of each clause and masks private values', async () => {
    const explaining = room.get(ExplainService);
    const uid = await room.get(DeviceService).getUid(appId, 'u1');
    const tree: Target = {
      type: 'and',
      of: [
        { type: 'profile', code: 'age', values: [99] },
        { type: 'profile', code: 'income', values: [1000] },
      ],
    };
    expect(await explaining.explain(appId, uid, tree, OPERATOR)).toEqual({
      clause: 'and',
      matches: false,
      of: [
        { clause: 'profile', matches: false, wanted: { code: 'age', values: [99] }, found: 21 },
        { clause: 'profile', matches: true, wanted: { code: 'income', values: [1000] }, found: '***' },
      ],
    });
    const reaching: Target = { type: 'reachable', mode: 'any', platforms: ['IOS', 'EMAIL'] };
    expect(
      await explaining.explain(appId, await room.get(DeviceService).getUid(appId, 'u10'), reaching, OPERATOR),
    ).toEqual({
      clause: 'reachable',
      matches: true,
      wanted: { mode: 'any', platforms: ['IOS', 'EMAIL'] },
      found: ['IOS'],
    });
    const young = await explaining.explainSegment(appId, uid, 'young', OPERATOR);
    expect(young).toMatchObject({ type: 'STANDARD', member: true, rule: { matches: true, found: 21 } });
    await expect(explaining.explainSegment(appId, uid, 'old', OPERATOR)).rejects.toThrow(
      "Segment 'old' does not exist",
    );
    await expect(room.get(DeviceService).getUid(appId, 'nobody')).rejects.toThrow();
  });
});
