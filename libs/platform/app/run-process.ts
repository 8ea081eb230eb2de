import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { type Config, ConfigError, findMisspeltSettings, loadConfig } from '#platform/config';
import { explainDatabaseError } from '#platform/db';
import type { ReadinessReport } from '#platform/health';
import { RELEASE } from '#platform/release';
import { createLogger, type Logger } from '#platform/runtime';
import { storeCompiledCode } from '#platform/start';
import { startTracing } from '#platform/tracing';

/** A started process. */
export interface RunningProcess {
  /** Port of its health endpoints. */
  port: number;
  /** Other ports by purpose. */
  ports?: Readonly<Record<string, number>>;
  /** The metrics that its /metrics shows. */
  registry: Registry;
  /** Reports if it can work. Absent: it can from the start on. */
  ready?(): Promise<ReadinessReport>;
  /** Finishes work in flight and closes everything. */
  stop(): Promise<void>;
}

/** How soon the log says that a process that could not work can. */
const READY_INTERVAL_MS = 1000;

/**
 * Runs a server process: reads the settings, starts, reports its ports to its supervisor, and stops on SIGTERM,
 * on SIGINT, or when the supervisor has ended. Exit code 0 after a clean stop, 1 when it cannot start or does not stop
 * within the grace period.
 */
export async function runProcess(
  name: string,
  start: (config: Config, logger: Logger) => Promise<RunningProcess>,
): Promise<void> {
  // Libraries and Node itself write there too. A full disk or a closed pipe ends no process.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const config = readConfig();
  const logger = createLogger(name, config.LOG_LEVEL);
  logger.info({ ...RELEASE, node: process.version }, 'starting');
  // The supervisor shows those of a supervised process.
  for (const hint of process.send ? [] : findMisspeltSettings()) {
    logger.warn(hint);
  }
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
  let stopping = false;
  let started: RunningProcess | undefined;
  let endTracing = async (): Promise<void> => undefined;
  const stop = (why: string): void => {
    if (stopping) {
      return;
    }
    stopping = true;
    logger.info({ why }, 'stopping');
    setTimeout(() => {
      logger.error('did not stop within the grace period');
      process.exit(1);
    }, config.SHUTDOWN_GRACE_MS).unref();
    (started?.stop() ?? Promise.resolve())
      .then(() => endTracing())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the supervisor has ended'));
  try {
    endTracing = await startTracing(name, config, logger);
    started = await start(config, logger);
  } catch (error) {
    const reason = error instanceof ConfigError ? error.faults.join('; ') : explainDatabaseError(error);
    logger.fatal(reason === undefined ? { err: error } : { reason }, 'could not start');
    process.exit(1);
  }
  process.send?.({ type: 'ready', name, port: started.port, ports: started.ports ?? {} });
  storeCompiledCode();
  await tellWhenReady(started, logger);
}

/** The log says "ready" when it is true. Why it is not, the process itself logs. */
async function tellWhenReady({ port, ready }: RunningProcess, logger: Logger): Promise<void> {
  const isReady = async (): Promise<boolean> => ready === undefined || (await ready()).isReady;
  if (!(await isReady())) {
    logger.warn({ port }, 'started, and not ready yet');
    do {
      await sleep(READY_INTERVAL_MS, undefined, { ref: false });
    } while (!(await isReady()));
  }
  logger.info({ port }, 'ready');
}

function readConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
