import { describe, expect, it } from 'vitest';
import { loadConfig } from './load.js';
import { parseRedisUrl } from './redis-url.js';

const NODES = [
  { host: 'one', port: 7000 },
  { host: 'fd00::2', port: 7001 },
];

describe('REDIS_URL', () => {
  it('REDIS_URL names a single Redis, a cluster, or a Redis behind sentinels', () => {
    expect(parseRedisUrl('rediss://:a@b@127.0.0.1:6390/2')).toMatchObject({ kind: 'single', hasTls: true });
    expect(parseRedisUrl('rediss+cluster://herald:p%40ss%3A@one:7000,[fd00::2]:7001')).toEqual({
      kind: 'cluster',
      nodes: NODES,
      hasTls: true,
      database: 0,
      username: 'herald',
      password: 'p@ss:',
    });
    expect(parseRedisUrl('redis+sentinel://:secret@one:7000,[fd00::2]:7001/queue?sentinelPassword=s&db=3')).toEqual({
      kind: 'sentinel',
      nodes: NODES,
      hasTls: false,
      database: 3,
      password: 'secret',
      primaryName: 'queue',
      sentinelPassword: 's',
    });
  });

  it('REDIS_URL without a port has the usual port of its kind', () => {
    expect(parseRedisUrl('redis+cluster://one').nodes).toEqual([{ host: 'one', port: 6379 }]);
    expect(parseRedisUrl('redis+sentinel://one/queue').nodes).toEqual([{ host: 'one', port: 26379 }]);
  });

  it.each([
    ['http://one', /must be redis:\/\/HOST:PORT, redis\+cluster/],
    ['redis+cluster://one,', /each of its nodes must be HOST:PORT/],
    ['redis+cluster://one:70000', /each of its nodes must be HOST:PORT/],
    ['redis+cluster://one/1', /has no numbered databases/],
    ['redis+sentinel://one:26379', /name of the primary is missing/],
    ['redis+sentinel://:100%@one/queue', /percent-encoded/],
    ['redis+sentinel://one/queue?db=first', /must be a number/],
  ])('REDIS_URL %s is refused with an explanation', (url, words) => {
    expect(() => parseRedisUrl(url)).toThrow(words);
  });

  it('An invalid REDIS_URL is reported as an error of the settings, without its password', () => {
    const env = { DATABASE_URL: 'postgres://h', MASTER_KEY: 'x'.repeat(32) };
    const load = (more: Record<string, string>) => () => loadConfig({ ...env, ...more });
    expect(load({ REDIS_URL: 'redis+sentinel://:se%ret@one' })).toThrow(/percent-encoded/);
    expect(load({ REDIS_URL: 'redis+sentinel://:se%ret@one' })).not.toThrow(/se%ret/);
    expect(load({ REDIS_URL: 'redis://one', REDIS_CA: '/ca.pem' })).toThrow(/REDIS_CA needs TLS/);
    expect(load({ REDIS_CA: '/ca.pem' })).toThrow(/REDIS_CA has no effect without REDIS_URL/);
    expect(load({ REDIS_URL: 'rediss+cluster://one', REDIS_CA: '/ca.pem' })).not.toThrow();
  });
});
