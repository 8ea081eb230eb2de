import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAuthority } from '#platform/authority';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { startSimulators } from '../../apps/simulators/simulators.js';
import { startWorker } from '../../apps/worker/start.js';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { SimulatorClient } from '../support/processes/simulator-client.js';

/** The whole way of a message in one process: gateway, worker and simulated providers. */
export interface Pipeline {
  gateway: TestGateway;
  simulators: SimulatorClient;
  /** Waits until nothing is left to be sent. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function startPipeline(): Promise<Pipeline> {
  const home = await mkdtemp(join(tmpdir(), 'herald-forms-'));
  const running = await startSimulators({ controlPort: 0, authority: await ensureAuthority(join(home, 'tls')) });
  const env = { SIMULATOR_PORT: String(running.controlPort), HERALD_HOME: home, MASTER_KEY: 'x'.repeat(32) };
  const gateway = await startGateway(undefined, env);
  const config = loadConfig({ DATABASE_URL: gateway.fresh.url, HEALTH_PORT: '0', ...env });
  const worker = await startWorker(config, createLogger('worker', 'silent'));
  return {
    gateway,
    simulators: new SimulatorClient(running.controlUrl),
    async idle() {
      const end = Date.now() + 20_000;
      while (await isBusy(gateway)) {
        if (Date.now() > end) {
          throw new Error('Messages are still on their way after 20 seconds');
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await worker.stop();
      await gateway.close();
      await running.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function isBusy({ fresh }: TestGateway): Promise<boolean> {
  const row = await fresh.db.row<{ busy: boolean }>(
    'SELECT EXISTS (SELECT FROM delivery.dispatch WHERE state < 3 AND due_at <= now()) AS busy',
  );
  return row?.busy !== false;
}
