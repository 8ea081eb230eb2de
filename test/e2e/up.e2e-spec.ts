import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningHerald, freePort } from '#platform/embedded';

const ENTRY = resolve('dist/apps/cli/main.js');

/** The Node that an image or a service would start Herald with, not the newer one that npm brings. */
function nodeOfMachine(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath;
}

/** One `herald up` with all it printed. */
interface Up {
  process: ChildProcess;
  text(): string;
}

describe('herald up', () => {
  let home: string;
  let env: NodeJS.ProcessEnv;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-up-'));
    // Reachable for the account that runs Postgres when root runs the tests, so that nothing is left outside.
    await chmod(home, 0o755);
    const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
    env = { ...rest, HERALD_HOME: home, PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  });

  afterAll(async () => {
    await Promise.all(started.map((child) => end(child, 'SIGTERM')));
    await rm(home, { recursive: true, force: true });
  });

  function run(args: string[], more: NodeJS.ProcessEnv = {}, node = process.execPath): Up {
    const child = spawn(node, [ENTRY, ...args], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { process: child, text: () => text };
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  async function finish(up: Up): Promise<{ code: number | null; text: string }> {
    await once(up.process, 'close');
    return { code: up.process.exitCode, text: up.text() };
  }

  /** The link of the first start opens a session that sees the demo. */
  async function signInByLink(text: string): Promise<void> {
    const [, panel = '', token = ''] = /panel +(http\S+\/panel\/)#link=(\S+)/.exec(text) ?? [];
    const headers = { 'content-type': 'application/json', 'x-herald-panel': '1', 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ token });
    const answer = await fetch(`${panel}1.0/session/link`, { method: 'POST', headers, body });
    expect(answer.status).toBe(204);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const me = await fetch(`${panel}1.0/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ member: { name: 'Owner' }, apps: [{ key: 'demo' }], demo: true });
    expect((await fetch(`${panel}1.0/session/link`, { method: 'POST', headers, body })).status).toBe(401);
    for (const name of await readdir(join(home, 'logs'))) {
      expect(await readFile(join(home, 'logs', name), 'utf8'), name).not.toContain(token);
    }
  }

  /** Calls the requests of a chapter of the README, as a newcomer does. */
  async function callReadme(chapter: string, key: string): Promise<void> {
    const text = (await readFile('README.md', 'utf8')).split(`## ${chapter}\n`)[1]?.split('\n## ')[0] ?? '';
    const script = (/```sh\n([^]*?)```/.exec(text)?.[1] ?? '')
      .replace(/^KEY=.*$/m, `KEY=${key}`)
      .replaceAll('localhost:8080', `localhost:${env['PORT']}`)
      .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
    await promisify(execFile)('bash', ['-e', '-c', script], { env: { ...env, KEY: key } });
  }

  it('herald up delivers the demo on every channel, has the journey of the README, refuses a second start, and stops cleanly', async () => {
    const up = run(['up'], {}, nodeOfMachine());
    await expect.poll(() => up.text(), { timeout: 120_000 }).toContain('Ctrl-C stops everything.');
    expect(up.text()).toMatch(/together +\d+ +\d+ +\d+ +\d+ +\d+ +agree/);
    expect(up.text().match(/ agree$/gm)).toHaveLength(6);
    expect((await findRunningHerald(home))?.processes.map(({ name }) => name)).toEqual([
      'simulators',
      'gateway',
      'worker',
      'scheduler',
    ]);
    await signInByLink(up.text());
    const key = /demo key +(\S+)/.exec(up.text())?.[1] ?? '';
    await callReadme('A first message', key);
    await callReadme('A journey', key);
    const person = await finish(run(['journey', 'person', 'ada']));
    expect(person.text).toMatch(
      /^abandoned cart: at order, for the event Ordered, since .* the message reminder is next/,
    );
    const accepted = `http://127.0.0.1:${env['SIMULATOR_PORT']}/deliveries?provider=apns`;
    const deliveries = async () => (await fetch(accepted)).text();
    await expect.poll(deliveries, { timeout: 60_000 }).toContain('You left Blue shoes in your cart.');
    const tried = await finish(run(['account', 'test', 'apns'], { SIMULATOR_PORT: undefined }));
    expect(tried.text, 'a shell that does not know the port of the simulators').toMatch(/^ok {6}apns: /);
    const second = await finish(run(['up']));
    expect(second).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^herald: Herald runs in .* already \(process \d+, .*\n$/),
    });
    const doctor = await finish(run(['doctor']));
    expect(doctor.text).not.toContain('FAILED');
    expect(doctor.code).toBe(0);
    expect(await end(up.process, 'SIGINT')).toBe(0);
    await expect(stat(join(home, 'run.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('The logs contain nothing of the users of the demo, and no other user can read them', async () => {
    const logs = join(home, 'logs');
    expect((await stat(logs)).mode & 0o077).toBe(0);
    const names = await readdir(logs);
    expect(names).toEqual(expect.arrayContaining(['postgres.log', 'gateway.log', 'worker.log']));
    for (const name of names) {
      expect((await stat(join(logs, name))).mode & 0o077, name).toBe(0);
      // Every address, number and extId of the demo.
      expect(await readFile(join(logs, name), 'utf8'), name).not.toMatch(
        /demo\d+@example\.com|49157\d{7}|\bdemo-\d+\b/,
      );
    }
    expect((await stat(join(home, 'master.key'))).mode & 0o077).toBe(0);
  });

  it('herald up finds its data again, recovers from the death of every process, and shows the key once more', async () => {
    const up = run(['up']);
    await expect.poll(() => up.text(), { timeout: 120_000 }).toContain('Ctrl-C stops everything.');
    expect(up.text()).toContain('the database is up to date');
    expect(up.text()).not.toContain('demo: the application is there');
    expect(up.text()).not.toContain('#link=');
    const key = /demo key +(\S+)/.exec(up.text())?.[1] ?? '';
    const before = await findRunningHerald(home);
    for (const { pid } of before?.processes ?? []) {
      process.kill(pid, 'SIGKILL');
    }
    process.kill(before?.database?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => up.text().match(/is up again/g)?.length, { timeout: 120_000 }).toBe(5);
    const answer = await fetch(`${before?.address}/rest/3.0/getPushStats?notificationKey=1`, {
      headers: { 'X-svc-api-key': key },
    });
    expect(await answer.json()).toMatchObject({ notificationKey: 1, status: 'FINISHED' });
    expect(await end(up.process, 'SIGTERM')).toBe(0);
  });

  it('The herald command reports each error in one sentence, without a stack', async () => {
    const accepted = await freePort();
    const { createServer } = await import('node:http');
    const server = createServer().listen(accepted);
    await once(server, 'listening');
    const second = { HERALD_HOME: join(home, 'other') };
    const busy = await finish(run(['up'], { ...second, PORT: String(accepted) }));
    server.close();
    expect(busy).toEqual({
      code: 1,
      text: `herald: Port ${accepted} is taken by another program; stop that, or set PORT to another port.\n`,
    });
    expect((await finish(run(['up'], { ...second, PORT: '1' + env['PORT'] + '0' }))).text).toMatch(
      /^herald: The configuration has/,
    );
    expect(await finish(run(['up', '--nonsense']))).toMatchObject({
      code: 1,
      text: expect.stringContaining("Unknown option '--nonsense'"),
    });
    expect((await finish(run(['migrate'], second))).text).toMatch(
      /^herald: No Herald runs in .*other; start it with "npm start"/,
    );
  });
});
