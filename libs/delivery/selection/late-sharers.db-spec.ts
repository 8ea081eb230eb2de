import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AddressHolderService } from '#libs/audience/recipients';
import { UserLookupService } from '#libs/users/registry';
import { bucketOfId } from '#platform/ids';
import type { MailboxRule } from '#platform/spelling';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { LateSharers } from './late-sharers.js';

let gateway: TestGateway;
let sharers: LateSharers | undefined;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
afterEach(() => sharers?.dispose());

async function register(extId: string, email: string): Promise<number> {
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId, email }] });
  return (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, [extId])).get(extId) ?? Number.NaN;
}

async function open(rules: readonly MailboxRule[] = []): Promise<LateSharers> {
  const holders = gateway.app.get(AddressHolderService, { strict: false });
  const message = { kinds: ['email'], categoryIds: [], rules } as const;
  sharers = new LateSharers(holders, gateway.appId, message, await holders.findPosition());
  return sharers;
}

/** Freezes a user as a range of its own. @returns if it is written to */
async function freeze(launch: LateSharers, uid: number): Promise<boolean> {
  const group = { vb: bucketOfId(uid), platform: 5, channel: 'smtp', dueAt: null, ids: [uid] } as const;
  const { groups } = await launch.settle([group]);
  return groups.some(({ ids }) => ids.includes(uid));
}

describe('Users who come to share an address while a launch goes on', () => {
  it('A frozen user who changes its address has the new one, and no longer the old one', async () => {
    const first = await register('first', 'first@example.com');
    const other = await register('other', 'other@example.com');
    const launch = await open();
    expect(await freeze(launch, first)).toBe(true);
    const twin = await register('twin', 'First@example.com');
    expect(await freeze(launch, twin)).toBe(false);
    await register('first', 'OTHER@example.com');
    expect(await freeze(launch, other)).toBe(false);
    const heir = await register('heir', 'first@example.com');
    expect(await freeze(launch, heir)).toBe(true);
  });

  it('A user who comes into the audience by an event stands back, although nothing of the user has changed', async () => {
    const early = await register('early', 'both@example.com');
    const joined = await register('joined', 'Both@example.com');
    const launch = await open();
    await launch.compareAll();
    expect([await freeze(launch, early), await freeze(launch, joined)]).toEqual([true, false]);
  });

  it('Late users are found among more changes than a launch reads', { timeout: 60_000 }, async () => {
    const frozen = await register('frozen', 'busy@example.com');
    const launch = await open();
    expect(await freeze(launch, frozen)).toBe(true);
    const late = await register('late', 'Busy@example.com');
    await gateway.fresh.db.affected(
      `INSERT INTO platform.outbox (app_id, kind, uids, keys)
       SELECT $1, 'tag', '{1}', '{1}' FROM generate_series(1, 200000)`,
      [gateway.appId],
    );
    expect(await freeze(launch, late)).toBe(false);
  });

  it('Rules hold for late users too, and so for launches that continue', async () => {
    const dotted = await register('dotted', 'd.ada+1@rules.example');
    const launch = await open(['dots', 'plus']);
    expect(await freeze(launch, dotted)).toBe(true);
    const plain = await register('plain', 'dada@Rules.example');
    expect(await freeze(launch, plain)).toBe(false);
    const continued = await open(['dots', 'plus']);
    await continued.resume([{ channel: 'smtp', ids: [dotted] }]);
    expect(await freeze(continued, plain)).toBe(false);
  });
});
