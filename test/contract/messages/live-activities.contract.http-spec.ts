import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MATCH = {
  type: 'LIVE_ACTIVITY',
  liveActAttrType: 'MatchScoreAttributes',
  liveActAttr: { leagueName: 'Premier League', fan: '@{name|you}' },
  contentState: { homeTeamScore: 2, matchStatus: '2nd Half' },
};
const BASE = { title: 'Match', text: 'Kick-off', platforms: ['IOS'] };
const STATE = { type: MATCH.type, liveActAttrType: MATCH.liveActAttrType, contentState: MATCH.contentState };
const ALL = { target: { sendToAll: true } };
interface Push {
  headers: object;
  body: { aps: { timestamp: number } };
}
let sending: Sending;
let ann: RegisteredInstallation;
let bob: RegisteredInstallation;

const sdk = async (operation: string, body: object): Promise<{ status: number; json: unknown; text: string }> =>
  sending.gateway.call(`/sdk/1.0/${operation}`, { key: 'mobile', body });

async function register(platform: string, token: string): Promise<RegisteredInstallation> {
  const { status, json, text } = await sdk('installations', { platform, token });
  expect(status, text).toBe(200);
  return json as RegisteredInstallation;
}

const activity = (device: RegisteredInstallation, kind: string, token: string, name?: string) =>
  sdk('activities', {
    ...device,
    kind,
    type: 'MatchScoreAttributes',
    token,
    ...(name !== undefined && { activity: name }),
  });

async function send(message: object): Promise<{ arrived: { token: string; payload: Push }[]; ends: object }> {
  await sending.simulators.clear();
  const key = await sending.bulk({ message: { ...BASE, ...message }, ...ALL });
  await sending.drain();
  const arrived = (await sending.simulators.deliveries('provider=apns')) as { token: string; payload: Push }[];
  return { arrived, ends: await sending.ends(key) };
}

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  ann = await register('IOS', 'a'.repeat(64));
  bob = await register('IOS', 'b'.repeat(64));
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.faults(1, []));

describe('Live activities', () => {
  it('A live activity without a token is skipped, and never sent as an ordinary alert', async () => {
    const { arrived, ends } = await send(MATCH);
    expect(arrived).toEqual([]);
    expect(ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
  });

  it('A live activity starts at the token of its type', async () => {
    expect(await activity(ann, 'start', 'aa01')).toMatchObject({ status: 200, text: '' });
    const before = Math.floor(Date.now() / 1000);
    const { arrived, ends } = await send(MATCH);
    expect(ends).toEqual({ SUCCESS: 1, 'SKIPPED NO_ACTIVITY_TOKEN': 1 });
    expect(arrived).toMatchObject([
      {
        token: 'aa01',
        payload: {
          headers: {
            'apns-topic': 'com.example.herald.push-type.liveactivity',
            'apns-push-type': 'liveactivity',
            'apns-priority': '10',
          },
        },
      },
    ]);
    const { headers, body } = arrived[0]?.payload ?? {};
    expect(headers).not.toHaveProperty('apns-collapse-id');
    expect(body).toEqual({
      aps: {
        timestamp: expect.any(Number) as unknown,
        event: 'start',
        'content-state': MATCH.contentState,
        'attributes-type': 'MatchScoreAttributes',
        attributes: { leagueName: 'Premier League', fan: 'you' },
        alert: { title: 'Match', body: 'Kick-off' },
      },
    });
    expect(body?.aps.timestamp).toBeGreaterThanOrEqual(before - 5);
  });

  it('A live activity is updated and ended at the newest token, or at the token of the named activity', async () => {
    await activity(ann, 'update', 'aa10', 'match-1');
    await activity(ann, 'update', 'aa20', 'match-2');
    const update = await send({ ...STATE, doNotNotify: true });
    expect(update.arrived.map(({ token }) => token)).toEqual(['aa20']);
    expect(update.arrived[0]?.payload.body).toEqual({
      aps: { timestamp: expect.any(Number) as unknown, event: 'update', 'content-state': MATCH.contentState },
    });
    const named = await send({ ...STATE, liveActId: 'match-1', liveActEvent: 'end' });
    expect(named.arrived).toMatchObject([
      { token: 'aa10', payload: { body: { aps: { event: 'end', alert: { body: 'Kick-off' } } } } },
    ]);
    expect((await send({ ...STATE, liveActId: 'match-3' })).ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
    expect((await send({ ...STATE, liveActAttrType: 'Other' })).ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
  });

  it('A live activity takes its state from a transactional send of a definition', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Match',
      message: 'Score',
      platforms: ['IOS'],
      ...STATE,
    });
    await sending.simulators.clear();
    await sending.post('sendNotification', {
      notificationKey: String(notificationKey),
      target: { deviceToken: 'a'.repeat(64) },
      message: { contentState: { homeTeamScore: '@{score}' }, params: { score: '3' }, liveActId: 'match-1' },
    });
    await sending.drain();
    expect(await sending.simulators.deliveries('provider=apns')).toMatchObject([
      { token: 'aa10', payload: { body: { aps: { event: 'update', 'content-state': { homeTeamScore: '3' } } } } },
    ]);
  });

  it('A live activity uses its newer token, and no token that has ended or is dead', async () => {
    await activity(ann, 'update', 'aa21', 'match-2');
    const only = { ...STATE, liveActId: 'match-2' };
    expect((await send(only)).arrived.map(({ token }) => token)).toEqual(['aa21']);
    await sending.simulators.faults(1, [{ provider: 'apns', token: 'aa21', share: 1, status: 410 }]);
    expect((await send(only)).ends).toMatchObject({ 'SKIPPED NO_ACTIVITY_TOKEN': 1 });
    await sending.simulators.faults(1, []);
    expect((await send(only)).ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
    // The installation itself is as alive as before.
    expect((await send({})).ends).toEqual({ SUCCESS: 2 });
    expect(await sdk('activities/end', { ...ann, token: 'aa01' })).toMatchObject({ status: 200, text: '' });
    expect((await send(MATCH)).ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
  });

  it.each([
    [{ ...MATCH, platforms: ['IOS', 'ANDROID'] }, 2004, /IOS alone/],
    [{ ...MATCH, platforms: ['ANDROID'] }, 2004, /IOS alone/],
    [{ ...MATCH, liveActAttrType: undefined }, 2020, /liveActAttrType/],
    [{ ...MATCH, contentState: undefined }, 2020, /contentState/],
    [{ ...MATCH, contentState: 'goal' }, 2004, /contentState/],
    [{ ...MATCH, liveActAttr: [1] }, 2004, /liveActAttr/],
    [{ ...MATCH, liveActAttr: undefined, liveActEvent: 'start' }, 2020, /liveActAttr/],
    [{ ...MATCH, liveActEvent: 'stop' }, 2004, /liveActEvent/],
  ])('The live activity %j is refused', async (message, code, text) => {
    const body = { message: { ...BASE, ...message }, ...ALL };
    const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
    expect([answer.status, answer.json]).toEqual([400, { code, error: expect.stringMatching(text) as unknown }]);
  });

  it('An example without a type is a live activity, and messages of other types ignore its fields', async () => {
    expect((await send({ ...MATCH, type: undefined })).ends).toEqual({ 'SKIPPED NO_ACTIVITY_TOKEN': 2 });
    const other = { type: 'CAROUSEL', contentState: 'x', liveActEvent: 7, liveActAttrType: 3 };
    expect((await send(other)).ends).toEqual({ SUCCESS: 2 });
  });

  it('Live activities are accepted only for iOS', async () => {
    const droid = await register('ANDROID', 'droid');
    expect(await activity(droid, 'start', 'dd01')).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await activity(bob, 'stop', 'bb01')).toMatchObject({ status: 400, json: { code: 2004 } });
    expect((await sdk('activities', { ...bob, secret: 'x', kind: 'start', type: 'T', token: 'b' })).status).toBe(403);
  });
});
