import { join } from 'node:path';
import { ensureAuthority } from '#platform/authority';
import { type Config, type DatabaseUrls, gatewayUrl, sessionUrl } from '#platform/config';
import { assertSessions } from '#platform/db';
import { OperatorError, explainFileError, findRunningHerald, removeRunState, writeRunState } from '#platform/embedded';
import { migrate } from '../../../migrations/data-source.js';
import { masterKeys } from '../runtime/environment.js';
import { ROOT } from '../runtime/root.js';
import { assertKeyFits } from './assert-key-fits.js';
import { rotateLogs } from './log-rotation.js';
import { watchLogs } from './log-watch.js';
import { stopOrphans } from './orphan-processes.js';
import { requireFreePort } from './ports.js';
import { writeTrustFile } from './settings.js';
import { SupervisedDatabase } from './supervised-database.js';
import { SupervisedProcess } from './supervised-process.js';

/** Added to the grace period of a process before it is killed. */
const EXTRA_GRACE_MS = 5000;

export interface SupervisorOptions {
  home: string;
  config: Readonly<Config>;
  /** DATABASE_URL as given; undefined means the embedded database. */
  externalDatabase: string | undefined;
  say: (line: string) => void;
}

/** Starts all processes of one machine in order, watches them, and stops them in reverse order. */
export class Supervisor {
  private database: SupervisedDatabase | null = null;
  private children: SupervisedProcess[] = [];
  private readonly startedAt = new Date().toISOString();
  private starting: Promise<void> = Promise.resolve();
  /** A stop was requested. */
  isStopping = false;
  private ownsRunState = false;
  private pendingWrite: Promise<void> = Promise.resolve();
  private stopLogWatch: () => void = () => undefined;
  private stopRotation: () => void = () => undefined;

  constructor(private readonly options: SupervisorOptions) {}

  /** Base URL of the gateway. */
  get address(): string {
    const { config } = this.options;
    return gatewayUrl({ ...config, PORT: this.portOf('gateway') ?? config.PORT }, 'localhost');
  }

  get simulators(): string | null {
    const port = this.portOf('simulators');
    return port === null ? null : `http://127.0.0.1:${port}`;
  }

  get databaseUrl(): string {
    return this.options.externalDatabase ?? this.database?.url ?? '';
  }

  private get urls(): DatabaseUrls {
    const { DATABASE_SESSION_URL: session } = this.options.config;
    return { DATABASE_URL: this.databaseUrl, ...(session !== undefined && { DATABASE_SESSION_URL: session }) };
  }

  /** @throws OperatorError when something cannot start; everything else is stopped then */
  async start(): Promise<void> {
    this.starting = this.startAll();
    try {
      await this.starting;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops every process after its work in flight: first the ones that accept work, last the database. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLogWatch();
    this.stopRotation();
    const grace = this.options.config.SHUTDOWN_GRACE_MS + EXTRA_GRACE_MS;
    for (const name of ['gateway', 'scheduler', 'worker', 'simulators']) {
      await this.children.find((child) => child.name === name)?.stop(grace);
    }
    await this.starting.catch(() => undefined);
    await this.database?.stop();
    await this.pendingWrite;
    if (this.ownsRunState) {
      await removeRunState(this.options.home);
    }
  }

  /** Kills every process; the database recovers at the next start. */
  force(): void {
    for (const child of this.children) {
      child.kill();
    }
  }

  private async startAll(): Promise<void> {
    const { home, config, say, externalDatabase } = this.options;
    await this.refuseSecondInstance();
    await stopOrphans(home, say);
    await requireFreePort(config.PORT, config.HOST, 'PORT');
    await requireFreePort(config.SIMULATOR_PORT, '127.0.0.1', 'SIMULATOR_PORT');
    await requireFreePort(config.INBOUND_MAIL_PORT ?? 0, config.INBOUND_MAIL_HOST, 'INBOUND_MAIL_PORT');
    const keys = await masterKeys(home, externalDatabase === undefined);
    const authority = await ensureAuthority(join(home, 'tls')).catch((error: unknown) => {
      throw explainFileError(error, home);
    });
    this.writeState();
    this.ownsRunState = true;
    if (externalDatabase === undefined) {
      say('starting the embedded database');
      this.database = await SupervisedDatabase.start(home, say, () => this.writeState());
      this.writeState();
    }
    await this.migrate();
    await assertKeyFits(sessionUrl(this.urls), keys);
    const env = {
      ...process.env,
      DATABASE_URL: this.databaseUrl,
      ...keys,
      HERALD_HOME: home,
      HOST: config.HOST,
      PORT: String(config.PORT),
      SIMULATOR_PORT: String(config.SIMULATOR_PORT),
      HEALTH_PORT: '0',
      // Simulators send bounces to it; its port is in run.json.
      INBOUND_MAIL_PORT: String(config.INBOUND_MAIL_PORT ?? 0),
      NODE_EXTRA_CA_CERTS: await writeTrustFile(home, authority.caPath, process.env['NODE_EXTRA_CA_CERTS']),
    };
    if (config.SIMULATOR_PORT !== 0) {
      await this.startChildren(['simulators'], env);
    }
    await this.startChildren(['gateway', 'worker', 'scheduler'], env);
    this.stopLogWatch = watchLogs(this.children, say);
    this.stopRotation = rotateLogs(join(home, 'logs'), say);
  }

  private async refuseSecondInstance(): Promise<void> {
    const running = await findRunningHerald(this.options.home);
    if (running !== null) {
      throw new OperatorError(
        `Herald runs in ${this.options.home} already (process ${running.pid}, ${running.address}); stop it first, or set HERALD_HOME, PORT and SIMULATOR_PORT to run a second one.`,
      );
    }
    const { PORT, SIMULATOR_PORT } = this.options.config;
    if (PORT !== 0 && PORT === SIMULATOR_PORT) {
      throw new OperatorError(`PORT and SIMULATOR_PORT are both ${PORT}; give each its own.`);
    }
  }

  private async migrate(): Promise<void> {
    this.throwIfStopping();
    const { config, say } = this.options;
    await assertSessions(this.urls);
    const done = await migrate(sessionUrl(this.urls), { rowSecurity: config.ROW_LEVEL_SECURITY, say });
    say(done.length === 0 ? 'the database is up to date' : `ran ${done.length} migrations`);
  }

  /** Starts all at once and waits until each is ready. */
  private async startChildren(names: string[], env: NodeJS.ProcessEnv): Promise<void> {
    this.throwIfStopping();
    const { home, say } = this.options;
    this.options.say(`starting ${names.join(', ')}`);
    const fresh = names.map((name) => {
      const entry = join(ROOT, `dist/apps/${name}/main.js`);
      return new SupervisedProcess({ name, entry, home, env, say, changed: () => this.writeState() });
    });
    this.children.push(...fresh);
    const results = await Promise.allSettled(fresh.map((child) => child.start()));
    const failed = results.find((result) => result.status === 'rejected');
    this.throwIfStopping();
    if (failed !== undefined) {
      throw failed.reason;
    }
  }

  /** @throws Interrupted when a stop was requested during the start */
  private throwIfStopping(): void {
    if (this.isStopping) {
      throw new Interrupted();
    }
  }

  private portOf(name: string): number | null {
    return this.children.find((child) => child.name === name)?.port ?? null;
  }

  /** Updates run.json; writes run one after the other. */
  private writeState(): void {
    const processes = this.children.flatMap(({ name, pid, port, ports }) =>
      pid === null ? [] : [{ name, pid, port, ...(Object.keys(ports).length > 0 && { ports }) }],
    );
    const database = this.database === null ? null : { pid: this.database.pid, port: this.database.port };
    const state = { pid: process.pid, startedAt: this.startedAt, address: this.address, database, processes };
    this.pendingWrite = this.pendingWrite
      .then(() => writeRunState(this.options.home, state))
      .catch((error: unknown) => this.options.say(`run.json could not be written: ${String(error)}`));
  }
}

/** The operator stopped Herald during its start. */
export class Interrupted extends Error {}
