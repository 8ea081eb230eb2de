import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RESTART_DELAYS, type RestartDelays } from './restart-backoff.js';
import { SupervisedProcess } from './supervised-process.js';

/** Reports that it is ready, and ends at the first SIGTERM unless it is stubborn. */
const STEADY = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);
process.send({ type: 'ready', name: 'steady', port: 4711 });`;
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
process.send({ type: 'ready', name: 'stubborn', port: 4711 });`;
const SHORT_LIVED = `process.send({ type: 'ready', name: 'short', port: 4711 }, () => setTimeout(() => process.exit(1), 200));`;
const MOMENTARY = `process.send({ type: 'ready', name: 'momentary', port: 4711 }, () => process.exit(1));`;
const BROKEN = `console.log(JSON.stringify({ level: 'fatal', msg: 'could not start', err: { message: 'no table' } })); process.exit(1);`;

describe('SupervisedProcess', () => {
  let home: string;
  let lines: string[];
  let child: SupervisedProcess | undefined;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-child-'));
    await mkdir(join(home, 'logs'));
    lines = [];
    child = undefined;
  });

  afterEach(async () => {
    child?.kill();
    await rm(home, { recursive: true, force: true });
  });

  async function make(
    script: string,
    restartDelays?: RestartDelays,
    changed = (): void => undefined,
  ): Promise<SupervisedProcess> {
    const entry = join(home, 'main.mjs');
    await writeFile(entry, script);
    child = new SupervisedProcess({
      name: 'worker',
      entry,
      home,
      env: process.env,
      say: (line) => lines.push(line),
      changed,
      ...(restartDelays && { restartDelays }),
    });
    return child;
  }

  it('A supervised process starts, reports its process id and port, and stops', async () => {
    const child = await make(STEADY);
    await child.start();
    expect(child.port).toBe(4711);
    expect(child.pid).toBeGreaterThan(0);
    await child.stop(10_000);
    expect([child.pid, child.port, lines]).toEqual([null, null, []]);
  });

  it('A supervised process is restarted when it ends by itself', async () => {
    const child = await make(STEADY);
    await child.start();
    const first = child.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await expect.poll(() => child.pid !== first && child.port === 4711, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
    expect(lines[0]).toMatch(/^worker ended \(SIGKILL\); starting it again in 0.5 s$/);
    expect(lines[1]).toBe('worker is up again');
    await child.stop(10_000);
  });

  it('A supervised process that ran for a while restarts with the same short delay after each end', async () => {
    const stableAfter = 100;
    const child = await make(STEADY, { ...RESTART_DELAYS, min: 10, stableAfter });
    await child.start();
    for (let deaths = 1; deaths <= 5; deaths++) {
      await sleep(2 * stableAfter);
      process.kill(child.pid ?? 0, 'SIGKILL');
      await expect
        .poll(() => lines.filter((line) => line.endsWith('up again')).length, { timeout: 20_000 })
        .toBe(deaths);
    }
    expect(lines.filter((line) => line.includes('ended'))).toEqual(
      Array.from({ length: 5 }, () => 'worker ended (SIGKILL); starting it again in 0.01 s'),
    );
    await child.stop(10_000);
  });

  it('A supervised process that ends right after its start waits longer before each restart', async () => {
    const child = await make(SHORT_LIVED, { ...RESTART_DELAYS, min: 10, maxAfterReady: 40, stableAfter: 600_000 });
    await child.start();
    const waits = (): string[] => lines.flatMap((line) => /in ([\d.]+) s$/.exec(line)?.[1] ?? []);
    await expect.poll(() => waits().length, { timeout: 60_000 }).toBeGreaterThan(4);
    expect(waits().slice(0, 5)).toEqual(['0.01', '0.02', '0.04', '0.04', '0.04']);
    await child.stop(10_000);
  });

  it('A supervised process that reports and ends while its supervisor is busy counts as started', async () => {
    const child = await make(MOMENTARY, { ...RESTART_DELAYS, min: 10 }, () => blockThread(300));
    await child.start();
    await expect.poll(() => lines, { timeout: 20_000 }).toContain('worker is up again');
    expect(lines[0]).toBe('worker ended (code 1); starting it again in 0.01 s');
    await child.stop(10_000);
  });

  it('A supervised process that cannot start reports the reason from its log', async () => {
    const child = await make(BROKEN);
    await expect(child.start()).rejects.toThrow(
      /The worker did not start: could not start: no table \(whole log: .*worker.log\)/,
    );
    expect(await readFile(child.logPath, 'utf8')).toContain('no table');
  });

  it('A supervised process that does not stop in time is killed', async () => {
    const child = await make(STUBBORN);
    await child.start();
    await child.stop(200);
    expect(lines.join()).toContain('did not stop within');
    expect(child.pid).toBeNull();
  });
});

function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
