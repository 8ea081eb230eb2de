import { describe, expect, it } from 'vitest';
import { serverSettings } from './settings.js';

const GB = 1024 ** 3;

describe('serverSettings', () => {
  it('serverSettings uses a small share of a small machine, and is limited on a large one', () => {
    const small = serverSettings({ memory: GB / 4, disk: GB }, false);
    expect(small).toMatchObject({ shared_buffers: '64MB', work_mem: '8MB', max_wal_size: '256MB' });
    const big = serverSettings({ memory: 256 * GB, disk: 4000 * GB }, false);
    expect(big).toMatchObject({ shared_buffers: '1024MB', work_mem: '32MB', max_wal_size: '4096MB' });
  });

  it('serverSettings keeps values of statements and rows out of the log', () => {
    expect(serverSettings({ memory: 8 * GB, disk: 100 * GB }, false)).toMatchObject({
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
    });
  });

  it('serverSettings gives up durability for temporary data only', () => {
    const machine = { memory: 8 * GB, disk: 100 * GB };
    expect(serverSettings(machine, false)).not.toHaveProperty('fsync');
    expect(serverSettings(machine, true)).toMatchObject({ fsync: 'off', full_page_writes: 'off' });
    expect(serverSettings(machine, true)['synchronous_commit']).toBe('on');
  });
});
