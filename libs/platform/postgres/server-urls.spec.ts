import { describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { findUrlFaults, splitServers } from './server-urls.js';

describe('splitServers', () => {
  it.each([
    ['postgres://u:p@a/n', 'postgres://u:p@a/n', ['a 5432'], false],
    [
      'postgres://u:p@a,b:5433/n?sslmode=verify-full',
      'postgres://u:p@a/n?sslmode=verify-full',
      ['a 5432', 'b 5433'],
      true,
    ],
    ['postgresql://[::1]:5434,b/n', 'postgresql://[::1]:5434/n', ['::1 5434', 'b 5432'], true],
    [
      'postgres://a/n?target_session_attrs=read-write&sslmode=disable',
      'postgres://a/n?sslmode=disable',
      ['a 5432'],
      true,
    ],
    ['postgres://a/n?sslmode=disable&target_session_attrs=primary', 'postgres://a/n?sslmode=disable', ['a 5432'], true],
    ['postgres://a/n?target_session_attrs=any', 'postgres://a/n', ['a 5432'], false],
    ['postgres:///n?host=/var/run', 'postgres:///n?host=/var/run', [], false],
  ])('The servers of the URL %s are split', (text, url, servers, isChosen) => {
    const split = splitServers(text);
    expect([split.url, split.servers.map(({ host, port }) => `${host} ${port}`), split.isChosen]).toEqual([
      url,
      servers,
      isChosen,
    ]);
    expect(findUrlFaults(text)).toEqual([]);
  });

  it('Invalid servers of a URL are refused at the start with an explanation, without the password', () => {
    const load = (url: string) => () => loadConfig({ DATABASE_URL: url, MASTER_KEY: 'x'.repeat(32) });
    expect(load('postgres://u:secret@a,,b/n')).toThrow('DATABASE_URL: one of its hosts is not HOST or HOST:PORT');
    expect(load('postgres://u:secret@a,b:x/n')).toThrow('DATABASE_URL: one of its hosts is not HOST or HOST:PORT');
    expect(load('postgres://u:secret@a,b/n?target_session_attrs=standby')).toThrow(
      'target_session_attrs should be one of',
    );
    expect(load('postgres://u:secret@a,b/n?target_session_attrs=standby')).not.toThrow('secret');
  });
});
