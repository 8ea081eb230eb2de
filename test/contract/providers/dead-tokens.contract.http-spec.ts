import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService, type Origin } from '#libs/audit';
import { retirementLimit, DeadTokenService } from '#libs/delivery';
import { TokenRetirementService } from '#libs/users/devices';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const COUNT = 300;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['ANDROID'] }, target: { sendToAll: true } };
const UNREGISTERED = { provider: 'fcm', share: 1, status: 404, reason: 'UNREGISTERED' };

const OPERATOR: Origin = { by: { kind: 'cli', id: 'operator', name: 'operator@machine' } };

let sending: Sending;
let users: { extId: string; deviceToken: string }[];
beforeAll(async () => {
  sending = await startSending();
  users = (await reachableUsers(sending.simulators, 'ANDROID', COUNT)) as typeof users;
  await sending.post('registerUsers', users);
});
afterAll(() => sending.close());

async function campaign(faults: object[]): Promise<number> {
  await sending.simulators.faults(1, faults);
  const key = await sending.bulk(BODY);
  await sending.drain();
  await sending.simulators.faults(1, []);
  return key;
}

async function inUse(): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    'SELECT count(*)::integer AS n FROM users.installation WHERE app_id = $1 AND retired_at IS NULL',
    [sending.gateway.appId],
  );
  return row?.n ?? 0;
}

describe('Mass of dead tokens, as with a wrong key', () => {
  it('A send retires only a limited number of tokens, and undoing it spares devices registered since', async () => {
    const { app, appId, fresh } = sending.gateway;
    const deadTokens = app.get(DeadTokenService);
    const retirement = app.get(TokenRetirementService);
    const really = users[7]?.deviceToken;
    const first = await campaign([{ ...UNREGISTERED, token: really }]);
    expect(await inUse()).toBe(COUNT - 1);

    const wrong = await campaign([UNREGISTERED]);
    expect(await sending.ends(wrong)).toEqual({ 'FAILED INVALID_TOKEN': COUNT - 1 });
    const maximum = retirementLimit(COUNT);
    expect(await inUse()).toBe(COUNT - 1 - maximum);
    const [struck] = await app.get(TokenRetirementService).listDeadTokens(appId);
    expect(struck).toMatchObject({ reason: 'INVALID_TOKEN', retired: maximum, suspected: COUNT - 1 - maximum });
    expect(struck?.example).toContain('UNREGISTERED');

    // Two of those out of use register again in between, one of them with another token, and one that is only
    // suspected.
    const marks = await fresh.db.rows<{ token: string; isRetired: boolean }>(
      `SELECT token, retired_at IS NOT NULL AS "isRetired" FROM users.installation
        WHERE app_id = $1 AND struck_by = $2 ORDER BY token`,
      [appId, struck?.dispatchId],
    );
    const back = [...marks.filter((m) => m.isRetired).slice(0, 2), ...marks.filter((m) => !m.isRetired).slice(0, 1)];
    const again = back.map(({ token }, n) => ({
      ...users.find(({ deviceToken }) => deviceToken === token),
      platform: 'ANDROID',
      deviceToken: n === 0 ? `new-${token}` : token,
    }));
    await sending.post('registerUsers', again);

    const undone = await retirement.restoreTokens(appId, await deadTokens.findDispatches(appId, wrong), OPERATOR);
    const replaced = await fresh.db.row<{ n: number }>(
      `SELECT count(*)::integer AS n FROM users.installation WHERE app_id = $1 AND token = $2 AND retired_at IS NULL`,
      [appId, back[0]?.token],
    );
    // A new token is a new installation here; the old one of that user comes back with the others.
    expect(undone).toEqual({ restored: maximum - 1, cleared: COUNT - 1 - maximum - 1 });
    expect(replaced?.n).toBe(1);
    expect(await retirement.restoreTokens(appId, await deadTokens.findDispatches(appId, wrong), OPERATOR)).toEqual({
      restored: 0,
      cleared: 0,
    });

    // Tokens that an earlier send rightly found dead stay so.
    const [left, ...remaining] = await app.get(TokenRetirementService).listDeadTokens(appId);
    expect([left?.dispatchId, left?.retired, remaining]).toEqual([
      (await deadTokens.findDispatches(appId, first))[0],
      1,
      [],
    ]);
    const after = await campaign([]);
    expect(await sending.ends(after)).toEqual({ SUCCESS: COUNT });
  });

  it('An operator can retire suspected tokens', async () => {
    const { app, appId } = sending.gateway;
    const key = await campaign([UNREGISTERED]);
    const deadTokens = app.get(DeadTokenService);
    const retirement = app.get(TokenRetirementService);
    const dispatches = await deadTokens.findDispatches(appId, key);
    expect(await retirement.retireSuspects(appId, dispatches, OPERATOR)).toBe(COUNT - retirementLimit(COUNT));
    expect(await inUse()).toBe(0);
    expect(await retirement.restoreTokens(appId, dispatches, OPERATOR)).toEqual({ restored: COUNT, cleared: 0 });
    const [undone, retired] = await app.get(AuditService).listEntries(appId, { limit: 2, action: 'tokens.' });
    const subject = `sends ${dispatches.join(', ')}`;
    expect(undone).toMatchObject({
      ...OPERATOR,
      action: 'tokens.undo',
      subject,
      differences: [{ to: `${COUNT} in use again, 0 not suspected any more` }],
    });
    expect(retired).toMatchObject({
      ...OPERATOR,
      action: 'tokens.retire',
      subject,
      differences: [{ to: `${COUNT - retirementLimit(COUNT)} out of use` }],
    });
  });
});
