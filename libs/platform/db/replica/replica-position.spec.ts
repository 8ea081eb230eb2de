import { expect, it } from 'vitest';
import { ReplicaPosition } from './replica-position.js';

it('ReplicaPosition refuses a replica that is ahead of its primary and thus follows another server', async () => {
  const position = new ReplicaPosition({ ofPrimary: async () => 90, ofReplica: async () => 100 }, 10_000);
  await expect(position.findAge()).rejects.toThrow('follows another server');
  await expect(position.catchUp()).rejects.toThrow('follows another server');
});

it('ReplicaPosition keeps an age without its primary until the replica is too old', async () => {
  let isAway = false;
  const ofPrimary = async (): Promise<number> => {
    if (isAway) {
      throw new Error('away');
    }
    return 100;
  };
  const position = new ReplicaPosition({ ofPrimary, ofReplica: async () => 100 }, 3000);
  expect(await position.findAge()).toBeLessThan(3000);
  isAway = true;
  expect(await position.findAge()).toBeLessThan(3000);
  expect(await position.catchUp()).toBe(false);
  await expect.poll(() => position.findAge(), { timeout: 60_000, interval: 200 }).toBeUndefined();
});

it('ReplicaPosition has no age as long as the replica never caught up with the primary', async () => {
  const position = new ReplicaPosition({ ofPrimary: async () => 100, ofReplica: async () => 99 }, 3000);
  expect(await position.findAge()).toBeUndefined();
  expect(await position.catchUp()).toBe(false);
});
