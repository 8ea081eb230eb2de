import { describe, expect, it } from 'vitest';
import { findServerFault } from './server-fault.js';

const KILLED_BEFORE =
  '2026-11-22 02:11:30.387 UTC [31690] FATAL:  terminating connection due to unexpected postmaster exit';

describe('findServerFault', () => {
  it('findServerFault returns the line of the server itself, not later lines of backends of the previous one', () => {
    const lines = [
      KILLED_BEFORE,
      '2026-11-22 02:11:30.386 UTC [31716] FATAL:  pre-existing shared memory block (key 18380, ID 524316) is still in use',
      '2026-11-22 02:11:30.386 UTC [31716] HINT:  Terminate any old server processes.',
      KILLED_BEFORE,
    ];
    expect(findServerFault(lines, 31716)).toBe(
      'pre-existing shared memory block (key 18380, ID 524316) is still in use',
    );
  });

  it('findServerFault returns the last line of the server without an error, or else the last line of the log', () => {
    const ownLine = '2026-11-22 02:11:30.386 UTC [31716] LOG:  shutting down';
    expect(findServerFault([ownLine, KILLED_BEFORE], 31716)).toBe('shutting down');
    expect(findServerFault(['postgres: could not find the programme'], 31716)).toBe(
      'postgres: could not find the programme',
    );
    expect(findServerFault([], 31716)).toBe('no log line');
  });
});
