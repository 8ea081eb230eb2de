import type { Registry } from 'prom-client';
import { type Config, ConfigError, findMisspeltSettings, loadConfig } from '#platform/config';
import { explainDatabaseError } from '#platform/db';
import { createLogger, type Logger } from '#platform/runtime';
import { startTracing } from '#platform/tracing';

/** A started process. */
export interface RunningProcess {
  /** Port of its health endpoints. */
  port: number;
  /** Other ports by purpose. */
  ports?: Readonly<Record<string, number>>;
  /** What its /metrics shows. */
  registry: Registry;
  /** Finishes work in flight and closes everything. */
  stop(): Promise<void>;
}

/**
 * Runs a server process: reads the settings, starts, reports to its supervisor when it is ready, and stops on SIGTERM,
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
  // Those of a supervised process are told by its supervisor.
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
    const reason = explainDatabaseError(error);
    logger.fatal(reason === undefined ? { err: error } : { reason }, 'could not start');
    process.exit(1);
  }
  logger.info({ port: started.port }, 'ready');
  process.send?.({ type: 'ready', name, port: started.port, ports: started.ports ?? {} });
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
