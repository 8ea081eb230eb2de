import { describe, expect, it } from 'vitest';
import { identityContract } from '../../../../test/support/contract/identity-contract.js';
import { TaggingRunnerService } from './tagging-runner.service.js';
import { TaggingService } from './tagging.service.js';

const identity = identityContract();
const { ok, rest, sdk, newDevice, ownerOf, uidOf } = identity;
const ORIGIN = { by: { kind: 'member', id: '1', name: 'Ada' } } as const;

async function tagsOf(uid: number | undefined): Promise<number[]> {
  const row = await identity.gateway.fresh.db.row<{ tags: number[] }>(
    'SELECT u.tags FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2',
    [identity.gateway.appId, uid],
  );
  return row?.tags ?? [];
}

describe('Merges beside the tagging of an audience', () => {
  it.each([
    ['a known person', true],
    ['somebody new', false],
  ])(
    'A nameless user who becomes %s before its part is tagged keeps the tag, and loses it again',
    async (_, isKnown) => {
      const { gateway } = identity;
      const extId = `merged-${isKnown}`;
      if (isKnown) {
        await ok(rest('registerUsers', [{ extId }]));
      }
      const device = await newDevice();
      const nameless = await ownerOf(device);
      const tagging = { tag: `tag-${isKnown}`, direction: 'ADD' } as const;
      const sets = [Uint32Array.from([nameless])];
      const { taggingId } = await gateway.app.get(TaggingService).add(ORIGIN, gateway.appId, tagging, sets);
      await ok(sdk('users/identify', { ...device, extId }));
      await gateway.app.get(TaggingRunnerService).runDue();
      expect(await gateway.app.get(TaggingService).get(gateway.appId, taggingId)).toMatchObject({
        done: 1,
        changed: 1,
      });
      const person = await uidOf(extId);
      expect(await tagsOf(person)).toHaveLength(1);
      await gateway.app.get(TaggingService).add(ORIGIN, gateway.appId, { ...tagging, direction: 'REMOVE' }, sets);
      await gateway.app.get(TaggingRunnerService).runDue();
      expect(await tagsOf(person)).toEqual([]);
    },
  );
});
