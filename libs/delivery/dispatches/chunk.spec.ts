import { describe, expect, it } from 'vitest';
import type { Result } from '../model/delivery.types.js';
import { CHUNK_SIZE } from '../model/delivery.jobs.js';
import { addResults, cutChunks, type RecipientGroup } from './chunk.js';
import { decodeIds, decodePairs, encodeIds, encodePairs } from '../model/recipient-set.js';

function group(vb: number, channel: 'apns' | 'fcm', count: number): RecipientGroup {
  return {
    vb,
    platform: channel === 'apns' ? 1 : 2,
    channel,
    dueAt: null,
    ids: Array.from({ length: count }, (_, n) => n * 1024 + vb),
  };
}

describe('cutChunks', () => {
  it('cutChunks keeps every recipient once, separates channels, and cuts a small audience into chunks of 1000', () => {
    const groups = [group(0, 'apns', 700), group(0, 'fcm', 3), group(1, 'apns', 2600), group(5, 'fcm', 1)];
    const chunks = cutChunks(groups);
    expect(Math.max(...chunks.map(({ ids }) => ids.length))).toBe(CHUNK_SIZE.min);
    for (const channel of ['apns', 'fcm'] as const) {
      const cut = chunks.filter((chunk) => chunk.channel === channel).flatMap(({ ids }) => ids);
      expect(cut).toEqual(groups.filter((g) => g.channel === channel).flatMap(({ ids }) => [...ids]));
    }
    expect(chunks.map(({ vb, ids }) => vb === (ids[0] ?? -1) % 1024)).not.toContain(false);
  });

  it.each([
    [16_000, 1000],
    [32_000, 2000],
    [200_000, 4000],
  ])('cutChunks cuts %i recipients into chunks of %i', (count, size) => {
    const sizes = cutChunks([group(0, 'apns', count)]).map(({ ids }) => ids.length);
    expect(new Set(sizes)).toEqual(new Set([size]));
  });

  it('cutChunks gives each chunk the owners of its own recipients', () => {
    const [first, second] = [group(0, 'apns', 1500), group(1, 'apns', 700)];
    const owners = new Map([
      [0, 7],
      [1024 * 1400, 8],
      [1024 * 1600, 9],
    ]);
    const chunks = cutChunks([
      { ...first, owners },
      { ...second, owners: new Map([[1, 10]]) },
    ]);
    expect(chunks.map((chunk) => [...chunk.owners])).toEqual([
      [[0, 7]],
      [
        [1024 * 1400, 8],
        [1, 10],
      ],
      [],
    ]);
  });

  it('cutChunks returns no chunks for an empty audience', () => {
    expect(cutChunks([])).toEqual([]);
    expect(cutChunks([{ vb: 3, platform: 12, channel: 'sms', dueAt: null, ids: [] }])).toEqual([]);
  });
});

describe('Stored ids', () => {
  it('Stored ids are decoded in (vb, id) order', () => {
    const ids = [1024 * 9 + 1, 1, 1024 + 2, 2, 4_294_967_295];
    expect(decodeIds(encodeIds(ids))).toEqual([1, 1024 * 9 + 1, 2, 1024 + 2, 4_294_967_295]);
  });

  it('Stored pairs keep the owners of installations', () => {
    const owners = new Map([
      [1, 4_294_967_295],
      [4_294_967_295, 0],
    ]);
    expect(decodePairs(encodePairs(owners))).toEqual(owners);
    expect(encodePairs(new Map())).toBeNull();
    expect(decodePairs(null).size).toBe(0);
  });
});

const NONE = { sent: [], failed: [], skipped: [] };

function result(platform: number, status: Result['status']): Result {
  return { recipientId: 1, uid: 1, platform, status, errorCode: null, reason: null };
}

it('addResults counts results by status and platform', () => {
  const counts = addResults(NONE, [result(1, 1), result(1, 1), result(12, 1), result(2, 2), result(1, 3)]);
  expect(counts.sent.slice(0, 12)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(counts.failed.slice(0, 12)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(counts.skipped.slice(0, 12)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('addResults adds to earlier counts without changing them', () => {
  const before = addResults(NONE, [result(3, 1)]);
  expect(addResults(before, [result(3, 1), result(4, 1)]).sent.slice(0, 5)).toEqual([0, 0, 2, 1, 0]);
  expect(before.sent[2]).toBe(1);
});
