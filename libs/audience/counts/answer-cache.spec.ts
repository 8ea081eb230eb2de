import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.js';

/** Work that counts its runs. */
function counting(): { work: () => Promise<number>; runs: () => number } {
  let runs = 0;
  return {
    work: async () => {
      await Promise.resolve();
      return ++runs;
    },
    runs: () => runs,
  };
}

describe('AnswerCache', () => {
  it('AnswerCache evaluates a question once until the version changes', async () => {
    const [cache, { work, runs }] = [new AnswerCache(10), counting()];
    const ask = (version: string) => cache.get({ a: 1 }, () => version, work);
    expect(await Promise.all([ask('1'), ask('1'), ask('1')])).toEqual([1, 1, 1]);
    expect(await ask('1')).toBe(1);
    expect(await ask('2')).toBe(2);
    expect(runs()).toBe(2);
  });

  it('AnswerCache distinguishes questions that differ only in a type', async () => {
    const [cache, { work }] = [new AnswerCache(10), counting()];
    expect(await cache.get({ a: 1 }, () => '1', work)).toBe(1);
    expect(await cache.get({ a: '1' }, () => '1', work)).toBe(2);
  });

  it('AnswerCache caches neither errors nor missing answers', async () => {
    const [cache, { work, runs }] = [new AnswerCache(10), counting()];
    await expect(
      cache.get(
        'q',
        () => '1',
        () => Promise.reject(new Error('away')),
      ),
    ).rejects.toThrow('away');
    expect(
      await cache.get(
        'q',
        () => '1',
        async () => undefined,
      ),
    ).toBeUndefined();
    expect(await cache.get('q', () => '1', work)).toBe(1);
    expect(runs()).toBe(1);
  });

  it('AnswerCache keeps no answer whose version changed during the work', async () => {
    const [cache, { work, runs }] = [new AnswerCache(10), counting()];
    let version = '1';
    const ask = (during: string) =>
      cache.get(
        'q',
        () => version,
        async () => {
          version = during;
          return work();
        },
      );
    expect(await ask('2')).toBe(1);
    expect(cache.size).toBe(0);
    expect(await ask('2')).toBe(2);
    expect(await ask('3')).toBe(2);
    version = '1';
    expect(await ask('1')).toBe(3);
    expect(runs()).toBe(3);
  });

  it('AnswerCache keeps at most the given number of answers, and none if that number is 0', async () => {
    const [cache, none, { work, runs }] = [new AnswerCache(2), new AnswerCache(0), counting()];
    for (const question of ['a', 'b', 'a', 'c', 'a']) {
      await cache.get(question, () => '1', work);
    }
    expect(runs()).toBe(3);
    await cache.get('b', () => '1', work);
    expect(runs()).toBe(4);
    await none.get('a', () => '1', work);
    await none.get('a', () => '1', work);
    expect(runs()).toBe(6);
  });
});
