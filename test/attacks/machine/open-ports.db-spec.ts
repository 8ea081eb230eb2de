import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { startGateway } from '../../../apps/gateway/start.js';
import { readSettings } from '../../../apps/cli/up/settings.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';

/** An address of this machine besides 127.0.0.1: one that others reach, or on Linux another one of the loopback. */
const OTHER_ADDRESS =
  Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry !== undefined && !entry.internal && entry.family === 'IPv4')?.address ?? '127.0.0.2';

describe('Attack on the port of the gateway from the network', () => {
  let home: string;
  let database: FreshDatabase;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-ports-'));
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Addresses of this machine at which a gateway answers. */
  async function findAnswering(HOST: string | undefined): Promise<string[]> {
    const settings = {
      HERALD_HOME: home,
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      PORT: '0',
      HOST,
    };
    const gateway = await startGateway(loadConfig(settings), createLogger('gateway', 'silent'));
    try {
      const answers = ['127.0.0.1', OTHER_ADDRESS].map(async (address) => {
        const answer = await fetch(`http://${address}:${gateway.port}/health/live`).catch(() => undefined);
        return answer?.ok ? [address] : [];
      });
      return (await Promise.all(answers)).flat();
    } finally {
      await gateway.stop();
    }
  }

  it('A gateway that `herald up` starts answers this machine alone', async () => {
    expect(await findAnswering(readSettings({}).HOST)).toEqual(['127.0.0.1']);
  });

  it('A gateway that is started alone answers at every address, as containers need it', async () => {
    expect(await findAnswering(undefined)).toEqual(['127.0.0.1', OTHER_ADDRESS]);
  });

  it('An operator opens a gateway that `herald up` starts with HOST', async () => {
    expect(await findAnswering(readSettings({ HOST: '0.0.0.0' }).HOST)).toEqual(['127.0.0.1', OTHER_ADDRESS]);
  });

  it('A gateway whose HOST is an address of another machine says so', async () => {
    await expect(findAnswering('203.0.113.7')).rejects.toThrow('This machine has no address 203.0.113.7');
  });
});
