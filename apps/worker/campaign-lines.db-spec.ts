import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { LOGGER } from '#platform/app';
import type { Logger } from '#platform/runtime';
import { startSending, type Sending } from '../../test/support/contract/sending.js';
import { reachableUsers } from '../../test/support/rooms/reachable-users.js';

const USERS = 40;

describe('Log lines of a campaign', () => {
  let sending: Sending;
  const lines: [text: string, fields: Record<string, unknown>][] = [];

  beforeAll(async () => {
    sending = await startSending();
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', USERS));
    const logger = sending.gateway.app.get<Logger>(LOGGER);
    logger.info = (fields: unknown, text?: string) => void lines.push([text ?? '', fields as Record<string, unknown>]);
  });
  afterAll(() => sending.close());
  beforeEach(() => void lines.splice(0));

  const start = (title: string, target: object = { sendToAll: true }): Promise<number> =>
    sending.bulk({ message: { title, text: 'All shoes', platforms: ['IOS'] }, target });
  const linesOf = (key: number): typeof lines => lines.filter(([, fields]) => fields['notificationKey'] === key);

  it('A campaign logs its start with its plan, and its end with the sum of each state', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 0.25, status: 410, reason: 'Unregistered' }]);
    const key = await start('Sale');
    await sending.drain();
    await sending.simulators.faults(1, []);
    const { SUCCESS: sent = 0, 'FAILED INVALID_TOKEN': failed = 0 } = await sending.ends(key);
    expect(failed).toBeGreaterThan(0);
    expect(linesOf(key)).toEqual([
      ['campaign started', expect.objectContaining({ appId: 1, planned: USERS, launchedAt: expect.any(Date) })],
      [
        'campaign finished',
        expect.objectContaining({ appId: 1, planned: USERS, settled: USERS, sent, failed, skipped: 0 }),
      ],
    ]);
    expect(linesOf(key)[1]?.[1]['seconds']).toBeGreaterThanOrEqual(0);
  });

  it('A pause, a resumption and a stop log how many recipients have a final state', async () => {
    const key = await start('Winter sale');
    await sending.launchDue();
    const planned = (await sending.dispatch(key)).planned;
    for (const operation of ['pauseNotification', 'resumeNotification', 'stopNotification']) {
      await sending.post(operation, [{ messageId: key }]);
    }
    await sending.drain();
    expect(linesOf(key).map(([text, { settled }]) => [text, settled])).toEqual([
      ['campaign started', undefined],
      ['campaign paused', 0],
      ['campaign resumed', 0],
      ['campaign stopped', 0],
      ['campaign ended, stopped', planned],
    ]);
    expect(linesOf(key).at(-1)?.[1]).toMatchObject({ planned, sent: 0, failed: 0, skipped: planned });
  });

  it('A campaign without recipients logs its start and its end', async () => {
    const key = await start('Nobody', { tag: 'none' });
    await sending.drain();
    expect(linesOf(key).map(([text, { planned, seconds }]) => [text, planned, typeof seconds])).toEqual([
      ['campaign started', 0, 'undefined'],
      ['campaign finished', 0, 'number'],
    ]);
  });

  it('A single send logs neither', async () => {
    // The devices of the others may be retired by the faults of the first test.
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 1, USERS));
    const message = { title: 'Code', text: '1234', platforms: ['IOS'] };
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      message,
    });
    await sending.post('sendNotification', {
      notificationKey: String(notificationKey),
      target: { extId: `ios-${USERS}` },
    });
    const { app, fresh } = sending.gateway;
    const rows = await fresh.db.rows<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [notificationKey],
    );
    const sender = app.get(TransactionalSenderService);
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
    expect(lines.filter(([text]) => text.startsWith('campaign'))).toEqual([]);
  });
});
