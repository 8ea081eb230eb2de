import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countDroppedLogLines } from './log-stream.js';
import { createLogger } from './logger.js';

const DISK_BYTES = 65_536;

describe('Log line', () => {
  it('A line has its time as ISO 8601 in UTC', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'herald-log-'));
    const fd = openSync(join(folder, 'test.log'), 'w+');
    createLogger('test', 'info', fd).info('now');
    const { time } = JSON.parse(readFileSync(join(folder, 'test.log'), 'utf8')) as { time: string };
    closeSync(fd);
    rmSync(folder, { recursive: true });
    expect(new Date(time).toISOString()).toBe(time);
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
  });
});

describe('Log that cannot be written', () => {
  let folder: string;
  let fds: number[];
  const cleanups: (() => void)[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'herald-log-'));
    fds = [];
  });

  afterEach(() => {
    fds.forEach((fd) => closeSync(fd));
    cleanups.splice(0).forEach((cleanup) => cleanup());
    rmSync(folder, { recursive: true });
  });

  function open(path: string, flags: string | number): number {
    const fd = openSync(path, flags);
    fds.push(fd);
    return fd;
  }

  /** A disk of 64 KB; false where it cannot be mounted. */
  function mountSmallDisk(): boolean {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'ignore' });
      cleanups.push(() => execFileSync('umount', [folder]));
      return true;
    } catch {
      return false;
    }
  }

  it('A log on a full disk raises no error, and counts its lost lines', async () => {
    const before = countDroppedLogLines();
    const logger = createLogger('test', 'info', open('/dev/full', 'w'));
    logger.info('first');
    logger.fatal('second');
    // An error that is emitted later would end the test as an uncaught exception.
    await new Promise(setImmediate);
    expect(countDroppedLogLines() - before).toBe(2);
  });

  it('A log to a blocked pipe goes on when the pipe is read again, and reports how many lines are lost', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const fd = open(path, constants.O_RDWR | constants.O_NONBLOCK);
    const before = countDroppedLogLines();
    const logger = createLogger('test', 'info', fd);
    while (countDroppedLogLines() - before < 3) {
      logger.info({ text: 'x'.repeat(5000) }, 'one of many');
    }
    const text = drain(fd);
    logger.info('after');
    const lines = parse(text + drain(fd));
    expect(String(lines.at(-2)?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(lines.at(-2)).toMatchObject({ level: 'warn', name: 'test', dropped: 3, code: 'EAGAIN' });
    expect(lines.at(-1)).toMatchObject({ msg: 'after' });
    logger.info('later');
    expect(parse(drain(fd))).toMatchObject([{ msg: 'later' }]);
  });

  it('A log goes on when a full disk has space again, and reports how many lines are lost', (context) => {
    if (!mountSmallDisk()) {
      context.skip();
    }
    const ballast = join(folder, 'ballast');
    const path = join(folder, 'test.log');
    const logger = createLogger('test', 'info', open(path, 'a'));
    logger.info('before');
    expect(() => writeFileSync(ballast, Buffer.alloc(DISK_BYTES))).toThrow('ENOSPC');
    const before = countDroppedLogLines();
    while (countDroppedLogLines() - before < 3) {
      logger.info('into the rest of the page, or nowhere');
    }
    rmSync(ballast);
    logger.info('after');
    const lines = parse(readFileSync(path, 'utf8'));
    expect(lines[0]).toMatchObject({ msg: 'before' });
    expect(lines.slice(-2)).toMatchObject([{ dropped: 3, code: 'ENOSPC' }, { msg: 'after' }]);
  });
});

function drain(fd: number): string {
  const buffer = Buffer.alloc(1_000_000);
  let length = 0;
  try {
    for (;;) {
      length += readSync(fd, buffer, length, 4096, null);
    }
  } catch {
    return buffer.toString('utf8', 0, length);
  }
}

/** Whole lines; a broken one stands alone. */
function parse(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}
