import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { ensureAuthority } from '#platform/authority';
import { KillablePostgres } from '../../../test/support/database/killable-postgres.js';
import { type Child, startChild } from '../../../test/support/processes/children.js';
import { type ApplicationKeys, applicationKeys, testApplication } from '../../../test/support/contract/application.js';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';

/** A built checkout: the release before, or this one. */
export type Release = 'before' | 'this';

export type ProcessName = 'gateway' | 'scheduler' | 'worker';

/** Processes of two releases on one database. */
export class TwoReleases {
  private readonly running = new Map<string, Child>();

  private constructor(
    private readonly folders: Readonly<Record<Release, string>>,
    readonly postgres: KillablePostgres,
    private readonly home: string,
    private readonly env: Record<string, string>,
    private readonly simulators: Child,
    readonly keys: ApplicationKeys,
  ) {}

  /** Starts database and simulators; the release before migrates and applies the application. @param before  its folder */
  static async open(before: string): Promise<TwoReleases> {
    const postgres = await KillablePostgres.start();
    const home = await mkdtemp(join(tmpdir(), 'herald-upgrade-'));
    await mkdir(join(home, 'logs'));
    const authority = await ensureAuthority(join(home, 'tls'));
    const env = {
      HERALD_HOME: home,
      DATABASE_URL: postgres.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      NODE_EXTRA_CA_CERTS: authority.caPath,
      PORT: '0',
    };
    const folders = { before: resolve(before), this: resolve('.') };
    const entry = join(folders.before, 'dist', 'apps', 'simulators', 'main.js');
    const simulators = await startChild('simulators', { ...env, SIMULATOR_PORT: '0' }, join(home, 'logs'), entry);
    const reach = { ...env, SIMULATOR_PORT: String(simulators.port) };
    const opened = new TwoReleases(folders, postgres, home, reach, simulators, applicationKeys('shop'));
    await opened.run('before', 'migrate');
    const file = join(home, 'app.yaml');
    await writeFile(file, stringify(testApplication('shop')));
    await opened.run('before', 'apply', file);
    return opened;
  }

  get simulated(): SimulatorClient {
    return new SimulatorClient(`http://127.0.0.1:${this.simulators.port}`);
  }

  /** Runs a verb of `herald` of a release. @throws Error when it fails */
  async run(release: Release, ...words: string[]): Promise<string> {
    const args = [join(this.folders[release], 'dist', 'apps', 'cli', 'main.js'), ...words];
    const env = { PATH: process.env['PATH'], ...this.env };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  }

  /** Starts a process, or replaces the one of its place: SIGTERM, its end, then the next one. A gateway keeps its port. */
  async place(release: Release, name: ProcessName, number = 1): Promise<Child> {
    const place = `${name}-${number}`;
    const last = this.running.get(place);
    const code = await last?.end('SIGTERM');
    if (last !== undefined && code !== 0) {
      throw new Error(`${place} ended with ${code}:\n${last.lastLines()}`);
    }
    const entry = join(this.folders[release], 'dist', 'apps', name, 'main.js');
    const env = name === 'gateway' && last !== undefined ? { ...this.env, PORT: String(last.port) } : this.env;
    const child = await startChild(name, env, join(this.home, 'logs'), entry);
    this.running.set(place, child);
    return child;
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.values(), this.simulators].map((child) => child.end('SIGTERM')));
    await this.postgres.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}
