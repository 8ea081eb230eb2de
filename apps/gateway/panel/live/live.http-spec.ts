import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SessionService } from '#libs/members';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { LiveListener, type Snapshot } from '../../../../test/support/panel/live-listener.js';
import { MAX_OF_MEMBER } from './stream-places.js';

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['ANDROID'] };
const USERS = 40;
const COUNTED_MS = 10_000;
const SOON = { timeout: 60_000, interval: 50 };
const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
let sending: Sending;
let owner: PanelMember;
const open: LiveListener[] = [];
beforeAll(async () => {
  sending = await startSending();
  owner = await signIn(sending.gateway);
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, i) => ({ extId: `u${i}`, platform: 'ANDROID', deviceToken: `phone-${i}` })),
  );
});
afterEach(() => {
  open.splice(0).forEach((listener) => listener.close());
});
afterAll(() => sending.close());

const urlOf = (topics: string, app = 'shop') =>
  `${sending.gateway.base}/panel/1.0/live?app=${app}&topics=${encodeURIComponent(topics)}`;
async function listen(topics: string, cookie = owner.cookie): Promise<LiveListener> {
  const listener = await LiveListener.open(urlOf(topics), cookie);
  open.push(listener);
  return listener;
}
const sumOf = ({ sent, failed, skipped, inDoubt, waiting }: Snapshot['data']) =>
  sent + failed + skipped + inDoubt + waiting;

describe('Live stream', () => {
  it('The stream of a campaign sends snapshots that add up, never decrease and end with the ledger', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
    const listener = await listen(`campaign:${key}`);
    await sending.launchDue();
    await listener.until(({ state }) => state === 'SENDING');
    await sending.drain();
    await listener.until(({ state }) => state === 'FINISHED');
    const ends = await sending.ends(key);
    expect(listener.snapshots.at(-1)?.data).toMatchObject({
      planned: USERS,
      sent: ends['SUCCESS'],
      waiting: 0,
      byPlatform: [{ platform: 'ANDROID', sent: USERS }],
    });
    for (const [index, { data }] of listener.snapshots.entries()) {
      expect(sumOf(data)).toBe(data.planned);
      expect(data.sent).toBeGreaterThanOrEqual(listener.snapshots[index - 1]?.data.sent ?? 0);
    }
  });

  it('The stream hides targets and is refused for unknown campaigns, applications and topics', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
    const listener = await listen(`campaign:${key}`);
    await listener.until(() => true);
    expect(Object.keys(listener.snapshots[0]?.data ?? {})).not.toContain('target');
    expect((await owner.get('/live?app=shop&topics=campaign:999999')).status).toBe(404);
    expect((await owner.get('/live?app=nowhere&topics=home')).status).toBe(404);
    expect((await owner.get('/live?app=shop&topics=everything')).status).toBe(400);
    expect((await owner.get('/live?app=shop')).status).toBe(400);
    expect((await fetch(urlOf('home'))).status).toBe(401);
  });

  it('The stream reads the database once for all listeners, at most twice a second', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
    await sending.launchDue();
    const streams = await Promise.all(Array.from({ length: MAX_OF_MEMBER }, () => listen(`campaign:${key}`)));
    await Promise.all(streams.map((stream) => stream.until(({ state }) => state === 'SENDING')));
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    await sleep(COUNTED_MS);
    const { length: count } = statements.mock.calls;
    statements.mockRestore();
    expect(count).toBeGreaterThan(0);
    expect((count * 1000) / COUNTED_MS).toBeLessThanOrEqual(2);
    await sending.drain();
    await Promise.all(streams.map((stream) => stream.until(({ state }) => state === 'FINISHED')));
  });

  it('A second listener at once gets the latest snapshot of the first', async () => {
    const first = await listen('home');
    await first.until(() => true);
    const second = await listen('home');
    await second.until(() => true);
    expect(second.snapshots[0]?.data).toEqual(first.snapshots.at(-1)?.data);
  });

  it('The stream ends with a closing event when the session of its reader ends', async () => {
    const member = await signIn(sending.gateway, [{ role: 'analyst', appId: sending.gateway.appId }]);
    const listener = await listen('home', member.cookie);
    await listener.until(() => true);
    const sessions = sending.gateway.app.get(SessionService);
    const [session] = await sessions.listSessions(member.memberId);
    await sessions.end(member.memberId, session?.sessionId ?? 0, SYSTEM);
    await vi.waitFor(() => expect(listener.events).toContain('bye'), SOON);
    expect(listener.isEnded).toBe(true);
  });

  it('A member with too many streams is refused another one, also when all are asked for at once, and others are not', async () => {
    const other = await signIn(sending.gateway);
    const opened = await Promise.allSettled(Array.from({ length: MAX_OF_MEMBER * 2 }, () => listen('home')));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OF_MEMBER);
    const refused = await fetch(urlOf('home'), { headers: { cookie: owner.cookie } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await listen('home', other.cookie)).toBeDefined();
    open[0]?.close();
    await vi.waitFor(async () => expect(await listen('home')).toBeDefined(), SOON);
  });
});
