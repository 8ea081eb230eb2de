import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAuthority, type Authority } from '#platform/authority';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { startGateway } from './start.js';

const logger = createLogger('test', 'silent');
let fresh: FreshDatabase;
let folder: string;
let authority: Authority;
let env: Record<string, string>;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'herald-tls-'));
  authority = await ensureAuthority(folder);
  await writeFile(join(folder, 'cert.pem'), authority.cert);
  await writeFile(join(folder, 'key.pem'), authority.key);
  env = {
    PORT: '0',
    DATABASE_URL: fresh.url,
    MASTER_KEY: 'x'.repeat(32),
    TLS_CERT: join(folder, 'cert.pem'),
    TLS_KEY: join(folder, 'key.pem'),
  };
});
afterAll(async () => {
  await fresh.close();
  await rm(folder, { recursive: true, force: true });
});

function ready(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: 'localhost', path: '/health/ready', ...options }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    }).once('error', reject);
  });
}

/** The header of one answer that asks for https. */
function askedFor(options: RequestOptions, host: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get({ path: '/u/nothing', ...options, headers: { host } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.headers['strict-transport-security']));
    }).once('error', reject);
  });
}

describe('Gateway process', () => {
  it('A gateway with TLS sends strict-transport-security, except for the names of this machine', async () => {
    const running = await startGateway(loadConfig(env), logger);
    const agent = new Agent({ ca: authority.ca });
    const options = { host: 'localhost', servername: 'localhost', port: running.port, agent };
    expect(await askedFor(options, 'push.example.com')).toBe('max-age=31536000');
    expect(await askedFor(options, 'localhost:8443')).toBeUndefined();
    await running.stop();
    agent.destroy();
  });

  it('A gateway with TLS uses the given certificate and stops although a client keeps its connection', async () => {
    const running = await startGateway(loadConfig(env), logger);
    const agent = new Agent({ keepAlive: true, ca: authority.ca });
    expect(await ready({ port: running.port, agent })).toBe(200);
    await expect(ready({ port: running.port })).rejects.toThrow(/certificate/);
    await running.stop();
    await expect(ready({ port: running.port, agent })).rejects.toThrow(/ECONNREFUSED/);
    agent.destroy();
  });

  it('A gateway whose port is taken fails and names the port', async () => {
    const first = await startGateway(loadConfig(env), logger);
    const secondGateway = startGateway(loadConfig({ ...env, PORT: String(first.port) }), logger);
    await expect(secondGateway).rejects.toThrow(`Port ${first.port} is taken`);
    await first.stop();
  });
});
