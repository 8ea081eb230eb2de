import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startSending, type Sending } from '../../support/contract/sending.js';

const TYPE = 'MatchScoreAttributes';
const OUTAGE = { provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' };
let sending: Sending;
let ann: RegisteredInstallation;
let definition = 0;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  ann = await sdk<RegisteredInstallation>('installations', { platform: 'IOS', token: 'a'.repeat(64) });
  await sdk('activities', { ...ann, kind: 'start', type: TYPE, token: 'aa01' });
  await sdk('activities', { ...ann, kind: 'update', type: TYPE, token: 'aa10', activity: 'match-1' });
  await sdk('activities', { ...ann, kind: 'update', type: TYPE, token: 'aa20', activity: 'match-2' });
  const answer = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Match',
    message: 'Score',
    platforms: ['IOS'],
    type: 'LIVE_ACTIVITY',
    liveActAttrType: TYPE,
    contentState: { score: 0 },
  });
  definition = answer.notificationKey;
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(() => sending.simulators.faults(1, []));

async function sdk<A>(operation: string, body: object): Promise<A> {
  const { status, json, text } = await sending.gateway.call(`/sdk/1.0/${operation}`, { key: 'mobile', body });
  expect(status, text).toBe(200);
  return json as A;
}

/** Accepts an update. @returns the id of its dispatch */
async function update(score: number, liveActId = 'match-1'): Promise<number> {
  await sending.post('sendNotification', {
    notificationKey: String(definition),
    target: { deviceToken: 'a'.repeat(64) },
    message: { contentState: { score: String(score) }, liveActId },
  });
  const row = await sending.gateway.fresh.db.row<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch ORDER BY created_at DESC, dispatch_id DESC LIMIT 1',
  );
  return row?.id ?? 0;
}

interface Arrival {
  token: string;
  score: string;
  timestamp: number;
}

async function arrivals(): Promise<Arrival[]> {
  const deliveries = await sending.simulators.deliveries('provider=apns');
  return deliveries
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ token, payload }) => {
      const { aps } = (payload as { body: { aps: { timestamp: number; 'content-state': { score: string } } } }).body;
      return { token, score: aps['content-state'].score, timestamp: aps.timestamp };
    });
}

async function endsOf(dispatchId: number): Promise<string[]> {
  const rows = await sending.gateway.fresh.db.rows<{ status: number; reason: string | null }>(
    'SELECT status, reason FROM delivery.push_result WHERE dispatch_id = $1',
    [dispatchId],
  );
  return rows.map(({ status, reason }) => `${status} ${reason}`);
}

/** The timestamps rise with the order of acceptance, which is that of the scores. */
function expectRising(updates: readonly Arrival[]): void {
  const inOrder = updates.toSorted((a, b) => Number(a.score) - Number(b.score));
  inOrder.slice(1).forEach(({ timestamp }, index) => {
    expect(timestamp).toBeGreaterThan(inOrder[index]?.timestamp ?? 0);
  });
}

describe('Order of live activities', () => {
  it.each([2, 7])('%i updates of one moment have timestamps that rise in the order of acceptance', async (count) => {
    for (let score = 1; score <= count; score++) {
      await update(score);
    }
    await sending.drain();
    const updates = await arrivals();
    expect(updates.map(({ score }) => Number(score))).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expectRising(updates);
  });

  it('Updates of one group of single sends leave in the order of acceptance', async () => {
    const ids = [await update(1), await update(2), await update(3)];
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(ids.toReversed());
    await sender.waitUntilIdle();
    const updates = await arrivals();
    expect(updates.map(({ score }) => score)).toEqual(['1', '2', '3']);
    expectRising(updates);
  });

  it('An update that is launched after a later one does not leave, and says so', async () => {
    const first = await update(1);
    const second = await update(2);
    await sending.launches.launch(second);
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
    await sending.launches.launch(first);
    await sending.drain();
    expect((await arrivals()).map(({ score }) => score)).toEqual(['2']);
    expect(await endsOf(first)).toEqual(['3 SUPERSEDED']);
  });

  it('A retry after a later update does not leave, and one without keeps its timestamp', async () => {
    await sending.simulators.faults(1, [OUTAGE]);
    const first = await update(1);
    const other = await update(5, 'match-2');
    await sending.drain();
    await sending.simulators.faults(1, []);
    const second = await update(2);
    await sending.drain();
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    expect((await arrivals()).map(({ token, score }) => `${token} ${score}`)).toEqual(['aa10 2', 'aa20 5']);
    expect([await endsOf(first), await endsOf(second), await endsOf(other)]).toEqual([
      ['3 SUPERSEDED'],
      ['1 null'],
      ['1 null'],
    ]);
  });

  it('Campaigns of one moment have timestamps that rise, from the start of an activity on', async () => {
    const campaign = (more: object) =>
      sending.bulk({
        message: {
          title: 'Match',
          text: 'Score',
          platforms: ['IOS'],
          liveActAttrType: TYPE,
          type: 'LIVE_ACTIVITY',
          ...more,
        },
        target: { sendToAll: true },
      });
    await campaign({ contentState: { score: '1' }, liveActEvent: 'start', liveActAttr: { league: 'A' } });
    await campaign({ contentState: { score: '2' }, liveActId: 'match-2' });
    await campaign({ contentState: { score: '3' }, liveActId: 'match-2', liveActEvent: 'end' });
    await sending.drain();
    const updates = await arrivals();
    expect(updates).toHaveLength(3);
    expectRising(updates);
  });

  it('A new token of the same activity goes on with its timestamps', async () => {
    await update(1);
    await sending.drain();
    await sdk('activities', { ...ann, kind: 'update', type: TYPE, token: 'aa11', activity: 'match-1' });
    await update(2);
    await sending.drain();
    const updates = await arrivals();
    expect(updates.map(({ token }) => token)).toEqual(['aa10', 'aa11']);
    expectRising(updates);
  });
});
