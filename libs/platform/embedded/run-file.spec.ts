import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrphans, findRunningHerald, removeRunState, writeRunState, type RunState } from './index.js';

describe('run.json', () => {
  let home: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-run-'));
    children = [];
  });

  afterEach(async () => {
    await Promise.all(children.map(end));
    await rm(home, { recursive: true, force: true });
  });

  /** A live process whose command line is that of a Herald process. */
  async function heraldProcess(name: string): Promise<ChildProcess & { pid: number }> {
    const folder = join(home, 'apps', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'main.js'), "process.stdout.write('up'); setInterval(() => {}, 1000);");
    const child = spawn(process.execPath, [join(folder, 'main.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout, 'data');
    const { pid } = child;
    if (pid === undefined) {
      throw new Error('the process did not start');
    }
    return Object.assign(child, { pid });
  }

  /** A live process with this script and these arguments. */
  async function otherProcess(script: string, ...args: string[]): Promise<number> {
    const path = join(home, script);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "process.stdout.write('up'); setInterval(() => {}, 1000);");
    const child = spawn(process.execPath, [script, ...args], { cwd: home, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  it.each([
    ['herald', ['up'], true],
    ['bin/herald.mjs', ['up', '--json'], true],
    ['node_modules/.bin/herald', ['up'], true],
    ['herald', ['doctor'], false],
    ['other-herald', ['up'], false],
    ['editor', ['herald'], false],
  ])('A process "node %s" with the arguments %j is a running Herald: %s', async (script, args, isFound) => {
    await writeRunState(home, state(await otherProcess(script, ...args)));
    expect((await findRunningHerald(home)) !== null).toBe(isFound);
  });

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  function state(pid: number, processes: RunState['processes'] = []): RunState {
    return { pid, startedAt: '2026-01-01T00:00:00Z', address: 'http://localhost:8080', database: null, processes };
  }

  it('findRunningHerald finds a running Herald, and returns null when it has ended', async () => {
    const supervisor = await heraldProcess('cli');
    await writeRunState(home, state(supervisor.pid));
    expect(await findRunningHerald(home)).toMatchObject({
      pid: supervisor.pid,
      address: 'http://localhost:8080',
      url: null,
    });
    await end(supervisor);
    expect(await findRunningHerald(home)).toBeNull();
  });

  it('findRunningHerald returns null for a reused process id, a damaged file and a missing file', async () => {
    expect(await findRunningHerald(home)).toBeNull();
    await writeRunState(home, state(process.pid));
    expect(await findRunningHerald(home)).toBeNull();
    await writeFile(join(home, 'run.json'), '{"pid":');
    expect(await findRunningHerald(home)).toBeNull();
  });

  it('findRunningHerald returns the URL of the embedded database with its password while it runs', async () => {
    const supervisor = await heraldProcess('cli');
    const record = { home, base: join(home, 'postgres'), password: 'secret' };
    await writeFile(join(home, 'postgres.json'), JSON.stringify(record));
    await writeRunState(home, { ...state(supervisor.pid), database: { pid: process.pid, port: 5000 } });
    expect((await findRunningHerald(home))?.url).toMatch(
      /^postgres:\/\/herald_service:[0-9a-f]{64}@127\.0\.0\.1:5000\/herald$/,
    );
  });

  it('findOrphans names the processes that outlived their supervisor', async () => {
    const [supervisor, worker] = [await heraldProcess('cli'), await heraldProcess('worker')];
    const processes = [
      { name: 'worker', pid: worker.pid, port: 1 },
      { name: 'gateway', pid: process.pid, port: 2 },
    ];
    await writeRunState(home, state(supervisor.pid, processes));
    expect(await findOrphans(home)).toEqual([]);
    await end(supervisor);
    expect(await findOrphans(home)).toEqual([processes[0]]);
    await removeRunState(home);
    expect(await findOrphans(home)).toEqual([]);
  });
});
