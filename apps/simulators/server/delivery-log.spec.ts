import { describe, expect, it } from 'vitest';
import { DeliveryLog } from './delivery-log.js';

const nothing = (): unknown => null;

describe('DeliveryLog', () => {
  it('DeliveryLog counts accepted, rejected and, by address and message id, distinct messages of each provider', () => {
    const log = new DeliveryLog();
    log.accept('apns', 'a', 'm1', nothing);
    log.accept('apns', 'a', 'm1', nothing);
    log.accept('apns', 'a', 'm2', nothing);
    log.accept('apns', 'b', 'm1', nothing);
    log.accept('fcm', 'a', 'm1', nothing);
    log.reject('apns');
    expect(log.counts().apns).toEqual({ accepted: 4, rejected: 1, distinct: 3 });
    expect(log.counts().fcm).toEqual({ accepted: 1, rejected: 0, distinct: 1 });
    expect(log.counts().sms).toEqual({ accepted: 0, rejected: 0, distinct: 0 });
  });

  it('DeliveryLog lists messages that arrived more than once, with their number of arrivals', () => {
    const log = new DeliveryLog();
    for (const [token, id] of [
      ['a', 'm1'],
      ['a', 'm1'],
      ['a', 'm1'],
      ['b', 'm1'],
    ] as const) {
      log.accept('apns', token, id, nothing);
    }
    log.accept('sms', '+1', 'x', nothing);
    log.accept('sms', '+1', 'x', nothing);
    expect(log.duplicates('apns')).toEqual([{ provider: 'apns', token: 'a', messageId: 'm1', count: 3 }]);
    expect(log.duplicates().map((duplicate) => duplicate.provider)).toEqual(['apns', 'sms']);
  });

  it('DeliveryLog keeps only the newest entries, and its counts and duplicates stay exact', async () => {
    const log = new DeliveryLog(10);
    for (let i = 1; i <= 25; i += 1) {
      log.accept('apns', `t${i}`, 'm', () => ({ i }));
    }
    log.accept('apns', 't1', 'm', () => ({ i: 26 }));
    const page = await log.page({ after: 0, limit: 100 });
    expect(page.deliveries.map((delivery) => delivery.payload)).toEqual(
      Array.from({ length: 10 }, (_, k) => ({ i: 17 + k })),
    );
    expect(log.counts().apns).toEqual({ accepted: 26, rejected: 0, distinct: 25 });
    expect(log.duplicates()).toHaveLength(1);
  });

  it('DeliveryLog returns filtered pages by position, and a position remains valid after the log is cleared', async () => {
    const log = new DeliveryLog();
    for (let i = 0; i < 5; i += 1) {
      log.accept(i % 2 === 0 ? 'apns' : 'fcm', `t${i}`, 'm', nothing);
    }
    const first = await log.page({ provider: 'apns', after: 0, limit: 2 });
    expect(first.deliveries.map((delivery) => delivery.token)).toEqual(['t0', 't2']);
    const second = await log.page({ provider: 'apns', after: first.next, limit: 2 });
    expect(second.deliveries.map((delivery) => delivery.token)).toEqual(['t4']);
    expect((await log.page({ provider: 'apns', after: second.next, limit: 2 })).deliveries).toEqual([]);
    expect((await log.page({ token: 't3', after: 0, limit: 9 })).deliveries).toHaveLength(1);
    log.clear();
    expect(log.counts().apns).toEqual({ accepted: 0, rejected: 0, distinct: 0 });
    log.accept('apns', 'new', 'm', nothing);
    expect((await log.page({ after: second.next, limit: 9 })).deliveries.map((delivery) => delivery.token)).toEqual([
      'new',
    ]);
  });

  it('DeliveryLog keeps only the counts of accepted and rejected messages when storing is off', async () => {
    const log = new DeliveryLog();
    log.storing = false;
    log.accept('apns', 'a', 'm', nothing);
    log.accept('apns', 'a', 'm', nothing);
    expect(log.counts().apns).toEqual({ accepted: 2, rejected: 0, distinct: 0 });
    expect(log.duplicates()).toEqual([]);
    expect((await log.page({ after: 0, limit: 9 })).deliveries).toEqual([]);
  });

  it('DeliveryLog stores only payloads that contain the set text, also when a payload is created later', async () => {
    const log = new DeliveryLog();
    log.containing = 'your code';
    log.accept('apns', 'a', '1', () => ({ body: 'sale' }));
    log.accept('apns', 'b', '2', () => ({ body: 'your code is 7' }));
    log.accept('smtp', 'c', '3', async () => ({ html: '<p>your code</p>' }));
    log.accept('smtp', 'd', '4', async () => Promise.reject(new Error('cut short')));
    log.accept('fcm', 'e', '5', () => {
      throw new Error('no JSON');
    });
    await expect.poll(() => log.counts().smtp.distinct).toBe(1);
    expect(log.counts().apns).toEqual({ accepted: 2, rejected: 0, distinct: 1 });
    expect((await log.page({ after: 0, limit: 9 })).deliveries.map((delivery) => delivery.token)).toEqual(['b', 'c']);
  });
});
