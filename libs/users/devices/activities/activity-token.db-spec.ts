import { beforeEach, describe, expect, it } from 'vitest';
import { ClockService } from '#platform/runtime';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { ActivityTokenRepository, type ActivityToken } from './activity-token.repository.js';
import { ActivityTokenService } from './activity-token.service.js';

const shop = registeredUsers();
const TYPE = 'Match';
const MESSAGE = { timestamp: 100, acceptedAt: 1, dispatchId: 7 };
const choose = (tokens: readonly ActivityToken[]) => tokens.find(({ kind }) => kind === 'update');

let service: ActivityTokenService;
let instIds: number[];
beforeEach(async () => {
  const { db } = shop.fresh;
  service = new ActivityTokenService(db, new ActivityTokenRepository(db), new ClockService());
  instIds = [];
  for (const token of ['t1', 't2']) {
    const { installations } = shop.room;
    const { installationId, secret = '' } = await installations.register(shop.appId, { platform: 'IOS', token });
    const device = await installations.authenticate(shop.appId, { installationId, secret });
    instIds.push(device.instId);
    await service.register(shop.appId, device, { kind: 'update', type: TYPE, token: `aa0${instIds.length}` });
  }
});

const take = () => service.takeTurns(shop.appId, instIds, MESSAGE, choose);
/** Resolves when a statement waits for a row. */
const awaitWaiting = async () =>
  expect
    .poll(async () =>
      shop.fresh.db.rows(
        `SELECT FROM pg_stat_activity AS a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1);

/** Takes turns while another transaction gives the first installation these tokens. */
async function takeDuring(tokens: string | null) {
  const { taking } = await shop.fresh.db.tx(async (tx) => {
    await tx.affected(
      'UPDATE users.installation AS i SET activity_tokens = $3::jsonb WHERE i.app_id = $1 AND i.inst_id = $2',
      [shop.appId, instIds[0], tokens],
    );
    // Wrapped: it ends after this transaction.
    const wrapped = { taking: take() };
    await awaitWaiting();
    return wrapped;
  });
  return taking;
}

describe('ActivityTokenService.takeTurns', () => {
  it('An activity that ends while its turn is taken has no turn', async () => {
    const turns = await takeDuring(null);
    expect([...turns.keys()]).toEqual([instIds[1]]);
  });

  it('An activity whose token is replaced while its turn is taken has the turn at the new token', async () => {
    const token = { kind: 'update', type: TYPE, token: 'bb01', at: new Date(0).toISOString() };
    const turns = await takeDuring(JSON.stringify([token]));
    expect(instIds.map((instId) => turns.get(instId)?.token.token)).toEqual(['bb01', 'aa02']);
    expect(instIds.map((instId) => turns.get(instId)?.turn)).toEqual([MESSAGE, MESSAGE]);
  });

  it('A turn is given up when the tokens never stay the same, and taken later', async () => {
    const { db } = shop.fresh;
    await db.affected(`CREATE FUNCTION users.keep_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
    await db.affected(
      `CREATE TRIGGER never BEFORE UPDATE ON users.installation FOR EACH ROW EXECUTE FUNCTION users.keep_row()`,
    );
    await expect(take()).rejects.toMatchObject({ refusal: 'unavailable', retryAfterSeconds: 1 });
    await db.affected('DROP FUNCTION users.keep_row CASCADE');
    expect((await take()).size).toBe(2);
  });
});
