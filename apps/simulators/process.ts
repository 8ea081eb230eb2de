import { join } from 'node:path';
import { ensureAuthority } from '#platform/authority';
import { RELEASE } from '#platform/release';
import { createLogger } from '#platform/runtime';
import { readSettings } from './settings.js';
import { startSimulators } from './simulators.js';

try {
  const settings = readSettings(process.env);
  const log = createLogger('simulators', settings.logLevel);
  log.info({ ...RELEASE, node: process.version }, 'starting');
  const authority = await ensureAuthority(join(settings.home, 'tls'));
  const simulators = await startSimulators({ ...settings, authority });
  const { ca: _, ...endpoints } = simulators.endpoints;
  log.info({ control: simulators.controlUrl, endpoints }, 'simulators are ready');

  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) {
      return;
    }
    stopping = true;
    log.info({ why }, 'stopping the simulators');
    void simulators.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  if (process.send !== undefined) {
    // A dead supervisor must not leave the control port in use.
    process.once('disconnect', () => stop('the supervisor is gone'));
    process.send({ type: 'ready', name: 'simulators', port: simulators.controlPort });
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  createLogger('simulators', 'fatal').fatal({ reason }, 'failed to start the simulators');
  process.exitCode = 1;
}
