import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { ApiKeyService, ApplyService, AuthenticatorService } from '#libs/tenancy';
import { RegistrationService, UserTagService } from '#libs/users/registry';
import { IdBlockRepository } from '#platform/ids';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { defineOnFirstUse: true } }, { dryRun: false });
});
afterAll(() => gateway.close());

/** Runs what a request with an Idempotency-Key does, and rolls it back as its refusal would. */
async function rolledBack(work: () => Promise<void>): Promise<void> {
  const refusal = new Error('refused');
  await expect(
    gateway.fresh.db.inTransaction(async () => {
      await work();
      throw refusal;
    }),
  ).rejects.toBe(refusal);
}

const registration = () => gateway.app.get(RegistrationService);
const tags = () => gateway.app.get(UserTagService);
const register = (extIds: readonly string[]): Promise<void> =>
  registration().registerUsers(
    gateway.appId,
    extIds.map((extId) => ({ extId })),
  );
const uids = async (): Promise<number[]> =>
  (
    await gateway.fresh.db.rows<{ uid: number }>('SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1', [
      gateway.appId,
    ])
  ).map(({ uid }) => uid);
const names = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

/** Shared state of requests must survive the rollback of one. */
describe('Rollback of a request with an Idempotency-Key', () => {
  it('User numbers that were taken in one batch with other requests stay taken after a rollback', async () => {
    const [first, remaining, later] = [names(300), names(300), names(600)];
    await rolledBack(async () => {
      await Promise.all([register(first), gateway.fresh.db.outsideTransaction(() => register(remaining))]);
    });
    expect(await uids()).toHaveLength(remaining.length);
    await register([...first, ...later]);
    const all = await uids();
    expect(all).toHaveLength(first.length + remaining.length + later.length);
    expect(new Set(all).size).toBe(all.length);
  });

  it('Ids of a block leased in a request that was rolled back are not assigned twice', async () => {
    const series = randomUUID();
    const local = gateway.app.get(IdBlockRepository);
    const input: number[] = [];
    await rolledBack(async () => {
      input.push(await local.next(series));
    });
    input.push(
      await local.next(series),
      await new IdBlockRepository(gateway.fresh.db).next(series),
      await local.next(series),
    );
    expect(new Set(input).size).toBe(input.length);
  });

  it('An attribute defined in a request that was rolled back gets its type from the next value', async () => {
    const code = `c${randomUUID().slice(0, 8)}`;
    const set = (value: unknown): Promise<void> =>
      registration().setProfileAttributes(gateway.appId, [{ extId: 'a', profile: { [code]: value } }]);
    await rolledBack(async () => {
      await set(5);
      await set(6);
    });
    await set('text');
    await expect(set(5)).rejects.toThrow(code);
  });

  it('An event that was defined in a request that was rolled back is unknown', async () => {
    const name = `Event${randomUUID().slice(0, 8)}`;
    const fire = (): Promise<void> =>
      gateway.app.get(EventsService).fireEvents(gateway.appId, [{ extId: 'a', name, attributes: {} }]);
    const unmatched = async (): Promise<unknown> =>
      gateway.fresh.db.row('SELECT 1 AS one FROM events.unmatched AS u WHERE u.name = $1', [name]);
    await rolledBack(async () => {
      await gateway.app.get(ApplyService).apply({ app: 'shop', events: [{ code: name }] }, { dryRun: false });
      await fire();
      expect(await unmatched()).toBeUndefined();
    });
    await fire();
    expect(await unmatched()).toBeDefined();
  });

  it('A key that was created in a request that was rolled back is never valid', async () => {
    const authenticate = (secret: string) => gateway.app.get(AuthenticatorService).authenticate(secret);
    let secret = '';
    await rolledBack(async () => {
      ({ secret } = await gateway.app.get(ApiKeyService).createKey(gateway.appId, { kind: 'rest', name: 'undone' }));
      expect(await authenticate(secret)).toBeNull();
    });
    expect(await authenticate(secret)).toBeNull();
  });

  it('A tag first used in a request that was rolled back can be used by other requests', async () => {
    const tag = randomUUID();
    await rolledBack(() => tags().tagUsers(gateway.appId, { tag, extIds: ['mine'] }));
    await tags().tagUsers(gateway.appId, { tag, extIds: ['other'] });
    const tagged = await gateway.fresh.db.rows<{ extId: string }>(
      `SELECT u.ext_id AS "extId" FROM users.app_user AS u JOIN users.tag AS t ON t.tag_id = ANY (u.tags) AND t.app_id = u.app_id
        WHERE t.name = $1`,
      [tag],
    );
    expect(tagged).toEqual([{ extId: 'other' }]);
  });
});
