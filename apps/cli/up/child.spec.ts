import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Child } from './child.js';

/** Says that it is ready, and ends at the first SIGTERM unless it is stubborn. */
const STEADY = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);
process.send({ type: 'ready', name: 'steady', port: 4711 });`;
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
process.send({ type: 'ready', name: 'stubborn', port: 4711 });`;
const BROKEN = `console.log(JSON.stringify({ level: 60, msg: 'could not start', err: { message: 'no table' } })); process.exit(1);`;

describe('a supervised process', () => {
  let home: string;
  let said: string[];
  let child: Child | undefined;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-child-'));
    await mkdir(join(home, 'logs'));
    said = [];
    child = undefined;
  });

  afterEach(async () => {
    child?.kill();
    await rm(home, { recursive: true, force: true });
  });

  async function make(script: string): Promise<Child> {
    const entry = join(home, 'main.mjs');
    await writeFile(entry, script);
    child = new Child({
      name: 'worker',
      entry,
      home,
      env: process.env,
      say: (line) => said.push(line),
      changed: () => undefined,
    });
    return child;
  }

  it('is started, known by process and port, and stopped', async () => {
    const one = await make(STEADY);
    await one.start();
    expect(one.port).toBe(4711);
    expect(one.pid).toBeGreaterThan(0);
    await one.stop(10_000);
    expect([one.pid, one.port, said]).toEqual([null, null, []]);
  });

  it('is started again when it ends by itself', async () => {
    const one = await make(STEADY);
    await one.start();
    const first = one.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await expect.poll(() => one.pid !== first && one.port === 4711, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => said.length, { timeout: 20_000 }).toBe(2);
    expect(said[0]).toMatch(/^worker ended \(SIGKILL\); starting it again in 0.5 s$/);
    expect(said[1]).toBe('worker is up again');
    await one.stop(10_000);
  });

  it('that cannot start says why, with the words of its log', async () => {
    const one = await make(BROKEN);
    await expect(one.start()).rejects.toThrow(
      /The worker did not start: could not start: no table \(whole log: .*worker.log\)/,
    );
    expect(await readFile(one.logPath, 'utf8')).toContain('no table');
  });

  it('that does not stop in time is ended', async () => {
    const one = await make(STUBBORN);
    await one.start();
    await one.stop(200);
    expect(said.join()).toContain('did not stop within');
    expect(one.pid).toBeNull();
  });
});
