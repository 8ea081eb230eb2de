import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClockService } from '#platform/runtime';
import { MasterKey, sha256 } from '#platform/crypto';
import { AppError } from '#platform/errors';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { IdempotencyRepository, IdempotencyService, type KeyedRequest } from './index.js';

const HOUR_MS = 3_600_000;

class SetClock extends ClockService {
  private ms = Date.UTC(2030, 0, 1);

  override now(): Date {
    return new Date(this.ms);
  }

  pass(hours: number): void {
    this.ms += hours * HOUR_MS;
  }
}

let fresh: FreshDatabase;
let records: IdempotencyRepository;
const clock = new SetClock();
const masterKey = new MasterKey('a master key of thirty-two letters');

beforeAll(async () => {
  fresh = await freshDatabase();
  records = new IdempotencyRepository(fresh.db);
  await fresh.db.affected('CREATE TABLE effect (id integer)');
});
afterAll(() => fresh.close());

/** A service as each process has its own. */
const service = (key = masterKey): IdempotencyService => new IdempotencyService(fresh.db, records, key, clock);

function request(changes: Partial<KeyedRequest> & { body?: string } = {}): KeyedRequest {
  const { body = 'body', ...rest } = changes;
  return {
    appId: 1,
    scope: 'rest POST /things',
    key: randomBytes(6).toString('hex'),
    fingerprint: sha256(body),
    ...rest,
  };
}

const act = async (value?: unknown): Promise<unknown> => {
  await fresh.db.affected('INSERT INTO effect (id) VALUES (1)');
  return value;
};
const effects = async (): Promise<number> =>
  (await fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM effect'))?.n ?? 0;
const rows = async (): Promise<number> =>
  (await fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM platform.idempotency'))?.n ?? 0;

describe('Requests with an idempotency key', () => {
  it('A repeated request with a key is answered with the headers of the first answer', async () => {
    const keyedRequest = request();
    const headers = { 'X-Approval-Id': '12' };
    await service().run(
      keyedRequest,
      () => act(),
      () => headers,
    );
    expect(await service().run(keyedRequest, () => act())).toEqual({ value: undefined, headers, isReplayed: true });
  });

  it.each([undefined, true, 0, '', [], { a: [1, 'ü', null], b: {} }])(
    'A request with a key acts once and is answered %j twice',
    async (value) => {
      const keyedRequest = request();
      const before = await effects();
      expect(await service().run(keyedRequest, () => act(value))).toEqual({ value, headers: {}, isReplayed: false });
      expect(await service().run(keyedRequest, () => act('other'))).toEqual({ value, headers: {}, isReplayed: true });
      expect(await effects()).toBe(before + 1);
    },
  );

  it('A request with a key does not match another key, scope or application', async () => {
    const keyedRequest = request();
    await service().run(keyedRequest, () => act(1));
    const otherRequests = [
      { ...keyedRequest, key: `${keyedRequest.key}x` },
      { ...keyedRequest, scope: 'js POST /things' },
      { ...keyedRequest, appId: 2 },
    ];
    for (const otherRequest of otherRequests) {
      expect(await service().run(otherRequest, () => act(2))).toEqual({ value: 2, headers: {}, isReplayed: false });
    }
  });

  it('A request that reuses a key with another content is refused', async () => {
    const keyedRequest = request();
    await service().run(keyedRequest, () => act());
    const secondRun = service().run({ ...keyedRequest, fingerprint: sha256('another') }, () => act());
    await expect(secondRun).rejects.toMatchObject({ refusal: 'idempotency_reused' });
  });

  it('A repeated request is refused at once while the first is in progress, and is answered afterwards', async () => {
    const keyedRequest = request();
    let second: unknown;
    const first = service().run(keyedRequest, async () => {
      second = await fresh.db.outsideTransaction(() =>
        service()
          .run(keyedRequest, () => act('second'))
          .catch((error: unknown) => error),
      );
      return act('first');
    });
    expect(await first).toEqual({ value: 'first', headers: {}, isReplayed: false });
    expect(second).toMatchObject({ refusal: 'idempotency_in_progress', retryAfterSeconds: 1 });
    expect(await service().run(keyedRequest, () => act())).toEqual({ value: 'first', headers: {}, isReplayed: true });
  });

  it('A refused request with a key stores nothing, and may be corrected and sent again', async () => {
    const keyedRequest = request();
    const before = [await effects(), await rows()];
    const refused = service().run(keyedRequest, async () => {
      await act();
      throw new AppError('malformed', 'no');
    });
    await expect(refused).rejects.toThrow('no');
    expect([await effects(), await rows()]).toEqual(before);
    const corrected = { ...keyedRequest, fingerprint: sha256('corrected') };
    expect(await service().run(corrected, () => act('done'))).toEqual({
      value: 'done',
      headers: {},
      isReplayed: false,
    });
  });

  it('A key may be used again after 24 hours although the old answer was not deleted', async () => {
    const keyedRequest = request();
    await service().run(keyedRequest, () => act('old'));
    clock.pass(23.9);
    expect(await service().run(keyedRequest, () => act('new'))).toMatchObject({ value: 'old' });
    clock.pass(0.2);
    expect(await service().run({ ...keyedRequest, fingerprint: sha256('x') }, () => act('new'))).toMatchObject({
      value: 'new',
      headers: {},
      isReplayed: false,
    });
    expect(await service().run({ ...keyedRequest, fingerprint: sha256('x') }, () => act())).toMatchObject({
      headers: {},
      isReplayed: true,
    });
  });

  it('The stored answer is encrypted, and an answer without its master key is reported as unreadable', async () => {
    const keyedRequest = request();
    await service().run(keyedRequest, () => act({ secret: 'open sesame' }));
    const row = await fresh.db.row<{ answer: Buffer }>(
      'SELECT i.answer FROM platform.idempotency AS i WHERE i.key = $1',
      [keyedRequest.key],
    );
    expect(row?.answer.toString('latin1')).not.toContain('sesame');
    const elsewhere = service(new MasterKey('another master key, as long as it'));
    await expect(elsewhere.run(keyedRequest, () => act())).rejects.toThrow('can no longer be read');
  });
});

describe('Expired answers', () => {
  it('Expired answers are deleted, and the others stay', async () => {
    clock.pass(25);
    const live = request();
    await service().run(live, () => act('live'));
    const before = await rows();
    expect(await records.deleteExpired(clock.now())).toBe(before - 1);
    expect(await service().run(live, () => act())).toEqual({ value: 'live', headers: {}, isReplayed: true });
    expect(await records.deleteExpired(clock.now())).toBe(0);
  });
});
