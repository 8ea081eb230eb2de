import { afterAll, beforeAll, expect, it } from 'vitest';
import { MasterKey } from '#platform/crypto';
import { ResealingService } from '#platform/resealing';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { SEALED_ATTRIBUTE_KEYS, SealingKeyService } from './sealing-key.service.js';
import { SealingRepository } from './sealing.repository.js';
import { ValueSealer } from './value-sealer.js';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

const keysOf = (masterKey: MasterKey): SealingKeyService =>
  new SealingKeyService(fresh.db, new SealingRepository(fresh.db), masterKey);
const sealerOf = async (masterKey: MasterKey, appId: number): Promise<ValueSealer> =>
  new ValueSealer(await keysOf(masterKey).getKey(appId), 'attribute a');

it('An application has one sealing key, which opens values after the master key was replaced', async () => {
  const before = new MasterKey(OLD);
  await fresh.db.tx((tx) => keysOf(before).ensureKey(tx, 1));
  await fresh.db.tx((tx) => keysOf(before).ensureKey(tx, 1));
  await fresh.db.tx((tx) => keysOf(before).ensureKey(tx, 2));
  const sealed = (await sealerOf(before, 1)).sealScalar('secret');
  expect((await sealerOf(before, 2)).sealScalar('secret')).not.toBe(sealed);

  const during = new MasterKey(NEW, [OLD]);
  expect((await sealerOf(during, 1)).sealScalar('secret')).toBe(sealed);
  await new ResealingService(fresh.db, during).resealValues([SEALED_ATTRIBUTE_KEYS], async () => undefined);
  expect((await sealerOf(new MasterKey(NEW), 1)).openScalar(sealed)).toBe('secret');
  await expect(sealerOf(before, 1)).rejects.toThrow('Sealed under key');
});

it('The key of a transaction that rolls back is not kept', async () => {
  const keys = keysOf(new MasterKey(OLD));
  const undone = fresh.db.tx(async (tx) => {
    await keys.ensureKey(tx, 3);
    await keys.getKey(3, tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await expect(keys.getKey(3)).rejects.toThrow('no key');
});
