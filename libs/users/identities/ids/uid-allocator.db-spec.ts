import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { UidAllocatorService } from './uid-allocator.service.js';
import { UidBlockRepository } from './uid-block.repository.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
});
afterAll(() => fresh.close());

const createAllocator = () => new UidAllocatorService(new UidBlockRepository(fresh.db));

describe('UidAllocatorService', () => {
  it('UidAllocatorService allocates ids for each bucket in order, from 1', async () => {
    expect(await createAllocator().allocate(1, 'user', [7, 0, 7, 1023])).toEqual([
      1024 + 7,
      1024,
      2048 + 7,
      1024 + 1023,
    ]);
    expect(await createAllocator().allocate(1, 'user', [7])).toEqual([3 * 1024 + 7]);
  });

  it('UidAllocatorService counts applications and series separately', async () => {
    expect(await createAllocator().allocate(2, 'user', [7])).toEqual([1024 + 7]);
    expect(await createAllocator().allocate(2, 'installation', [7])).toEqual([1024 + 7]);
    expect(await new UidBlockRepository(fresh.db).countAllocated(2, 'user')).toBe(1);
    expect(await new UidBlockRepository(fresh.db).countAllocated(3, 'user')).toBe(0);
  });

  it('UidAllocatorService allocates no id twice and leaves no gap for many batches of many processes', async () => {
    const processes = Array.from({ length: 4 }, createAllocator);
    const batches = Array.from({ length: 32 }, (_, i) => ({
      process: processes[i % 4] ?? createAllocator(),
      vbs: Array.from({ length: 200 }, (__, j) => (i * 37 + j * j) % 1024),
    }));
    const allocated = await Promise.all(batches.map(({ process, vbs }) => process.allocate(4, 'user', vbs)));
    expect(allocated.every((ids, i) => ids.every((id, j) => id % 1024 === batches[i]?.vbs[j]))).toBe(true);
    const ids = allocated.flat();
    expect(new Set(ids).size).toBe(ids.length);
    const perBucket = new Map<number, number[]>();
    for (const id of ids) {
      perBucket.set(id % 1024, [...(perBucket.get(id % 1024) ?? []), Math.floor(id / 1024)]);
    }
    for (const counts of perBucket.values()) {
      expect(counts.toSorted((a, b) => a - b)).toEqual(counts.map((_, i) => i + 1));
    }
  });

  it('UidAllocatorService rejects a failed batch, and continues with the next one', async () => {
    const ids = createAllocator();
    const failing = [ids.allocate(5, 'user', [40_000]), ids.allocate(5, 'user', [3])];
    const outcomes = await Promise.allSettled(failing);
    expect(outcomes[0]?.status).toBe('rejected');
    expect(await ids.allocate(5, 'user', [4])).toEqual([1024 + 4]);
  });
});
