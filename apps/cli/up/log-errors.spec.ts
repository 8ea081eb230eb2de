import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLogError, findLastError } from './log-errors.js';

describe('Errors in logs', () => {
  it('readLogError returns errors with their cause and ignores lines of lower levels', () => {
    expect(readLogError('{"level":"error","msg":"lost","err":{"message":"gone"}}')).toBe('lost: gone');
    expect(readLogError('{"level":"fatal","msg":"cannot start","reason":"EADDRINUSE"}')).toBe(
      'cannot start: EADDRINUSE',
    );
    expect(readLogError('{"level":"warn","msg":"slow"}')).toBeNull();
    expect(readLogError('{"level":"error","msg"')).toBeNull();
    expect(readLogError('Error: not ours')).toBeNull();
  });

  it('findLastError returns the last logged error, a thrown error, or else the last line of the log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'herald-log-'));
    const why = async (text: string): Promise<string> => {
      await writeFile(join(folder, 'a.log'), text);
      return findLastError(join(folder, 'a.log'));
    };
    expect(await why('{"level":"fatal","msg":"no"}\n{"level":"info","msg":"bye"}\n')).toBe('no');
    expect(await why('node:internal\nSyntaxError: bad\n    at x\n\nNode.js v24\n')).toBe('SyntaxError: bad');
    expect(await why('one\ntwo\n')).toBe('two');
    expect(await why('')).toBe('it said nothing');
    await rm(folder, { recursive: true });
    expect(await findLastError(join(folder, 'a.log'))).toBe('it said nothing');
  });
});
