import { closeSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '#platform/embedded';
import { rotateLargeLogs } from './log-rotation.js';

const MAX_BYTES = 1000;

describe('Log rotation of `herald up`', () => {
  let home: string;
  let folder: string;
  const fds: number[] = [];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'herald-rotation-'));
    folder = join(home, 'logs');
  });
  afterEach(() => {
    fds.splice(0).forEach((fd) => closeSync(fd));
    rmSync(home, { recursive: true });
  });

  async function open(name: string, fresh = true): Promise<number> {
    const { fd } = await openLog(home, name, { fresh });
    fds.push(fd);
    return fd;
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('A process that keeps its log open goes on in an empty file, and no line is lost', async () => {
    const fd = await open('gateway');
    const lines: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 20; n += 1) {
        const line = `${round}-${n} ${'x'.repeat(80)}\n`;
        lines.push(line);
        writeSync(fd, line);
      }
      await rotateLargeLogs(folder, MAX_BYTES);
      expect(statSync(join(folder, 'gateway.log')).size).toBe(0);
    }
    writeSync(fd, 'last\n');
    expect(read('gateway.log')).toBe('last\n');
    expect(read('gateway.log.3') + read('gateway.log.2') + read('gateway.log.1')).toBe(lines.join(''));
  });

  it('A log below the limit stays as it is, also beside a larger one', async () => {
    writeSync(await open('worker'), 'short\n');
    writeSync(await open('postgres'), 'y'.repeat(MAX_BYTES + 1));
    await rotateLargeLogs(folder, MAX_BYTES);
    expect(readdirSync(folder).toSorted()).toEqual(['postgres.log', 'postgres.log.1', 'worker.log']);
    expect(read('worker.log')).toBe('short\n');
  });

  it('Four older files stay, and they are as private as the log', async () => {
    const fd = await open('scheduler');
    for (const letter of 'abcdef') {
      writeSync(fd, letter.repeat(MAX_BYTES + 1));
      await rotateLargeLogs(folder, MAX_BYTES);
    }
    const older = readdirSync(folder).filter((name) => /\.\d$/.test(name));
    expect(older.map((name) => read(name)[0]).join('')).toBe('fedc');
    expect(older.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(older.map(() => 0o600));
  });

  it('A log that cannot be copied stays, and so do its older files at each further check', async () => {
    const fd = await open('gateway');
    for (const letter of 'abc') {
      writeSync(fd, letter.repeat(MAX_BYTES + 1));
      await rotateLargeLogs(folder, MAX_BYTES);
    }
    writeSync(fd, 'd'.repeat(MAX_BYTES + 1));
    mkdirSync(join(folder, 'gateway.log.part'));
    for (let check = 0; check < 5; check += 1) {
      await expect(rotateLargeLogs(folder, MAX_BYTES)).rejects.toThrow();
    }
    expect(['', '.1', '.2', '.3'].map((end) => read(`gateway.log${end}`)[0]).join('')).toBe('dcba');
  });

  it('The logs of earlier runs move on at a start, and the oldest goes', async () => {
    for (const letter of 'abcdef') {
      writeSync(await open('gateway'), letter);
    }
    expect(['', '.1', '.2', '.3', '.4'].map((end) => read(`gateway.log${end}`)).join('')).toBe('fedcb');
    expect(readdirSync(folder)).toHaveLength(5);
  });
});
