import { describe, expect, it } from 'vitest';
import { ErasureService, RecheckService } from '#libs/identity';
import { sha256 } from '#platform/crypto';
import { findTraces, type Needles } from '../../support/database/traces.js';
import { BARE_NUMBERS, identityContract } from '../../support/contract/identity-contract.js';

const identity = identityContract();
const { ok, rest, sdk, erase, newDevice, instIdOf, ownerOf, uidOf, send, clickOf } = identity;

const LATER = new Date(Date.now() + 3_600_000);

/** A person with rows in every table. */
async function leaveTraces(name: string): Promise<Required<Needles>> {
  const extId = `${name}-ext`;
  const email = `${name}@mail.example`;
  const msisdn = `+90532${String(1_000_000 + Math.floor(name.length * 7919))}`;
  const tokens = [`${name}-token-one`, `${name}-token-two`, `${name}-token-server`];
  const device = await newDevice({ token: tokens[0], deviceModel: `${name}-model` });
  const nameless = await ownerOf(device);
  await ok(sdk('events', { ...device, events: [{ name: 'Visit', page: `${name}-page` }] }));
  await ok(sdk('users/profile', { ...device, profile: { nick: `${name}-nick` } }));
  await ok(sdk('users/preferences', { ...device, categories: { News: false }, smsPermitted: false }));
  const early = await send(nameless, instIdOf(device), `${name}-early`);
  await ok(sdk('users/identify', { ...device, extId }));
  await ok(sdk('installations', { ...device, token: tokens[1] }));
  await ok(sdk('location', { ...device, latitude: 41.5, longitude: 29.25 }));
  await ok(
    rest('registerUsers', [
      {
        extId,
        email,
        msisdn,
        platform: 'IOS',
        deviceToken: tokens[2],
        tags: ['Vip'],
        profile: { likes: [`${name}-like`] },
      },
    ]),
  );
  const uid = (await uidOf(extId)) ?? Number.NaN;
  const late = await send(uid, instIdOf(device), `${name}-late`);
  await ok(sdk('push/clicked', clickOf(early, device)));
  await ok(sdk('push/received', clickOf(early, device)));
  await ok(sdk('push/clicked', clickOf(late, device)));
  await ok(rest('fireEvents', [{ extId, name: 'Visit', page: `${name}-page2` }]));
  await ok(rest('fireEvents', [{ extId, name: `Unknown${name}`, secret: `${name}-unmatched` }]));
  const { json } = await ok(
    rest('createNotificationDefinition', { title: 'D', message: 'M @{x}', platforms: ['IOS', 'EMAIL'] }),
  );
  const { notificationKey } = json as { notificationKey: number };
  const message = { params: { x: `${name}-param` } };
  const to = (target: object, more: object = message) => ({
    notificationKey: String(notificationKey),
    target,
    message: more,
  });
  await ok(rest('sendNotification', [to({ extId }), to({ deviceToken: tokens[1] }), to({ email })]));
  await ok(rest('sendNotification', to({ extId: [extId, 'bystander'] }, { params: { x: 'for two' } })));
  return {
    texts: [
      extId,
      email,
      msisdn,
      ...tokens,
      ...['model', 'page', 'page2', 'nick', 'like', 'unmatched', 'param', 'early personal', 'late personal'].map(
        (kind) => `${name}-${kind}`,
      ),
    ],
    bytes: [...tokens, email, msisdn].map((text) => sha256(text).subarray(0, 16)),
    appId: identity.gateway.appId,
    uids: [uid, nameless],
    instIds: [instIdOf(device)],
  };
}

describe('4.1 deleteUsersPermanently', () => {
  it('deleteUsersPermanently erases every trace of a user from every table of every schema, except the receipt', async () => {
    const needles = await leaveTraces('zoe');
    await leaveTraces('bystanders');
    const before = await findTraces(identity.gateway.fresh.db, needles);
    const seen = new Set(before.map(({ needle }) => needle));
    const all = [
      ...needles.texts,
      ...needles.bytes.map((bytes) => bytes.toString('hex')),
      ...[...needles.uids, ...needles.instIds].map(String),
    ];
    // Only the hash of an earlier token is kept.
    expect(all.filter((needle) => !seen.has(needle))).toEqual(['zoe-token-one']);
    for (const table of [
      'users.app_user',
      'users.installation',
      'users.alias.to_uid',
      'users.contact_lookup',
      'users.token_lookup',
      'users.category_optout.uid',
      'users.installation_location.uid',
      'delivery.push_result.uid',
      'delivery.click.recipient_id',
      'delivery.receipt.recipient_id',
      'delivery.dispatch',
      'events.event',
      'events.unmatched',
      'inbox.message',
    ]) {
      expect(before.map((trace) => trace.table)).toContain(table);
    }

    const answer = await ok(erase(['zoe-ext']));
    expect(answer.text).toBe('');
    expect(answer.headers.get('X-Erasure-Receipt')).toMatch(/^[0-9a-f-]{36}$/);

    const left = await findTraces(identity.gateway.fresh.db, needles);
    expect(left.filter(({ table }) => !BARE_NUMBERS.includes(table))).toEqual([]);
    await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
    const later = await findTraces(identity.gateway.fresh.db, needles);
    expect([...new Set(later.map(({ table }) => table))]).toEqual(['platform.outbox.uids']);
  });

  it('An erasure leaves all other users, figures and the shared part of messages unchanged', async () => {
    const needles = await leaveTraces('yves');
    const remaining = await leaveTraces('xenia');
    const statsOf = (dispatchId: number) =>
      identity.gateway.call(`/rest/3.0/getPushStats?notificationKey=${dispatchId}`, { method: 'GET' });
    const device = await newDevice({ extId: 'yves-ext' });
    const counted = await send((await uidOf('yves-ext')) ?? Number.NaN, instIdOf(device), 'yves-counted');
    await ok(sdk('push/clicked', clickOf(counted, device)));
    await identity.gateway.fresh.db.affected(
      `INSERT INTO notifications.definition (notification_key, app_id, kind, message) VALUES ($1, $2, 'campaign', '{}')`,
      [counted, identity.gateway.appId],
    );
    const figures = (await ok(statsOf(counted))).json;
    expect(figures).toMatchObject({ stats: [{ sent: 1, clicked: 1 }] });
    const ofOthers = await findTraces(identity.gateway.fresh.db, remaining);
    await ok(erase(['yves-ext', 'nobody-of-that-name']));
    expect((await ok(statsOf(counted))).json).toEqual(figures);
    expect(await findTraces(identity.gateway.fresh.db, remaining)).toEqual(ofOthers);
    expect(await findTraces(identity.gateway.fresh.db, { texts: needles.texts })).toEqual([]);
    const [named] = await identity.gateway.fresh.db.rows<{ target: object; message: object }>(
      `SELECT d.target, d.message FROM delivery.dispatch AS d
       WHERE d.app_id = $1 AND d.target @> '{"extIds": ["bystander"]}' AND NOT d.target @> '{"extIds": ["xenia-ext"]}'
       ORDER BY d.dispatch_id DESC`,
      [identity.gateway.appId],
    );
    expect(named).toMatchObject({ target: { extIds: ['bystander'] }, message: { params: { x: 'for two' } } });
  });

  it('An erasure leaves a receipt with counts by table, which is found again by the extId', async () => {
    await ok(rest('registerUsers', [{ extId: 'rita', email: 'rita@mail.example' }]));
    const answer = await ok(erase(['rita', 'rita', 'never-was']));
    const erasure = identity.gateway.app.get(ErasureService);
    const [receipt] = await erasure.findReceipts(identity.gateway.appId, 'rita');
    expect(receipt).toMatchObject({
      asked: 2,
      receiptId: answer.headers.get('X-Erasure-Receipt'),
      users: 1,
      counts: { 'users.app_user': 1, 'users.contact_lookup': 1, 'delivery.push_result': 0 },
    });
    expect(await erasure.findReceipts(identity.gateway.appId, 'never-was')).toEqual([receipt]);
    expect(await erasure.findReceipts(identity.gateway.appId, 'someone-else')).toEqual([]);
    expect(await erasure.findReceipts(identity.elsewhere.appId, 'rita')).toEqual([]);
    const shown = await identity.gateway.call('/rest/3.0/getErasureReceipts?extId=rita', { method: 'GET' });
    const { asked: _asked, ...served } = receipt ?? {};
    expect(shown.json).toEqual({ receipts: [{ ...served, erasedAt: receipt?.erasedAt.getTime() }] });
    const remaining = { method: 'GET', key: identity.elsewhere.keys.rest };
    expect((await identity.gateway.call('/rest/3.0/getErasureReceipts?extId=rita', remaining)).json).toEqual({
      receipts: [],
    });
    const bare = await findTraces(identity.gateway.fresh.db, { texts: ['rita'], bytes: [sha256('rita')] });
    expect(bare).toEqual([]);
  });

  it('deleteUsersPermanently erases 1000 users in one request under one receipt', async () => {
    const extIds = Array.from({ length: 1000 }, (_, n) => `mass-${n}`);
    await ok(
      rest(
        'registerUsers',
        extIds.map((extId) => ({ extId, profile: { score: 1 } })),
      ),
    );
    await ok(erase([...extIds, ...extIds]));
    expect(await findTraces(identity.gateway.fresh.db, { texts: ['mass-'] })).toEqual([]);
    expect(
      await identity.gateway.app.get(ErasureService).findReceipts(identity.gateway.appId, 'mass-999'),
    ).toMatchObject([{ users: 1000, counts: { 'users.app_user': 1000 } }]);
  });

  it('deleteUsersPermanently is refused unless granted (4000), and for a key without its scope (2022) (decisions 2)', async () => {
    await ok(rest('registerUsers', [{ extId: 'kept' }], identity.elsewhere.keys.rest));
    expect(await erase(['kept'], identity.elsewhere.keys.rest)).toMatchObject({ status: 403, json: { code: 4000 } });
    expect(await uidOf('kept', identity.elsewhere.appId)).toBeDefined();
    expect(await erase(['kept'], 'users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await erase(['kept'], 'erasure-only')).toMatchObject({ status: 200, text: '' });
    expect(await uidOf('kept', identity.elsewhere.appId)).toBeDefined();
  });

  it.each([
    [{}, 2020],
    [{ extIds: [] }, 2020],
    [{ extIds: 'a' }, 2004],
    [{ extIds: [1] }, 2004],
    [{ extIds: ['a\0'] }, 2004],
    [{ extIds: Array.from({ length: 1001 }, (_, n) => `${n}`) }, 2004],
  ])('deleteUsersPermanently refuses a malformed request (case %#) and erases no user', async (body, code) => {
    await ok(rest('registerUsers', [{ extId: 'a' }, { extId: '0' }]));
    expect(await rest('deleteUsersPermanently', body)).toMatchObject({ status: 400, json: { code } });
    expect([await uidOf('a'), await uidOf('0')]).not.toContain(undefined);
  });

  it('An erasure also finds a user who was deleted before, and one who came again under the same extId', async () => {
    const needles = await leaveTraces('vera');
    await ok(rest('deleteUsers', { extIds: ['vera-ext'] }));
    const left = new Set((await findTraces(identity.gateway.fresh.db, needles)).map(({ table }) => table));
    expect([...left]).toEqual(expect.arrayContaining(['events.event', 'inbox.message', 'users.departed.uid']));
    await ok(rest('fireEvents', [{ extId: 'vera-ext', name: 'Visit', page: 'again' }]));
    await ok(erase(['vera-ext']));
    await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
    const after = await findTraces(identity.gateway.fresh.db, needles);
    // Addresses and tokens of a deleted user are known no more, so what was sent to them by these is not found.
    const bySomethingElse = ['vera@mail.example', 'vera-token-two', 'vera-param'];
    expect(
      after.filter(({ table, needle }) => table !== 'platform.outbox.uids' && !bySomethingElse.includes(needle)),
    ).toEqual([]);
  });

  it('An erasure finds a user deleted by the previous release, which recorded only the buckets of results', async () => {
    const device = await newDevice({ extId: 'earlier' });
    const uid = await ownerOf(device);
    await send(uid, instIdOf(device), 'earlier-words');
    const { db } = identity.gateway.fresh;
    const results = () => db.rows('SELECT FROM delivery.push_result WHERE uid = $1', [uid]);
    await ok(rest('deleteUsers', { extIds: ['earlier'] }));
    expect(await db.affected('UPDATE users.departed SET recipients = NULL')).toBeGreaterThan(0);
    expect(await results()).toHaveLength(1);
    await ok(erase(['earlier']));
    expect(await results()).toHaveLength(0);
    await db.affected('UPDATE identity.second_look SET recipients = NULL');
    await send(uid, instIdOf(device), 'later-words');
    expect(await results()).toHaveLength(1);
    await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
    expect(await results()).toHaveLength(0);
  });

  it('A re-check erases rows that are stored under the number of an erased user a moment later', async () => {
    const device = await newDevice({ extId: 'late' });
    const uid = await ownerOf(device);
    await ok(erase(['late']));
    await send(uid, instIdOf(device), 'late-words');
    const trace = { texts: ['late-words personal'] };
    expect(await findTraces(identity.gateway.fresh.db, trace)).not.toEqual([]);
    await identity.gateway.app.get(RecheckService).runDueRechecks();
    expect(await findTraces(identity.gateway.fresh.db, trace)).not.toEqual([]);
    await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
    expect(await findTraces(identity.gateway.fresh.db, trace)).toEqual([]);
    expect(await sdk('installations', { ...device })).toMatchObject({ status: 403, json: { code: 2022 } });
  });
});
