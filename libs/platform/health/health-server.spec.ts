import { afterEach, describe, expect, it } from 'vitest';
import { RELEASE } from '#platform/release';
import { createRegistry } from './metrics.js';
import { CheckStates } from './check-states.js';
import { startHealthServer, type HealthServer, type HealthServerOptions } from './health-server.js';

const READY: HealthServerOptions['ready'] = async () => ({ isReady: true, checks: [] });

let server: HealthServer | undefined;
afterEach(() => server?.close());

async function start(ready: HealthServerOptions['ready']): Promise<string> {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, ready, registry: createRegistry('test') });
  return `http://127.0.0.1:${server.port}`;
}

describe('HealthServer', () => {
  it('The health server is live and ready, and shows metrics under the name of the process', async () => {
    const base = await start(READY);
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
    expect((await fetch(`${base}/health/ready?x=1`)).status).toBe(200);
    const metrics = await fetch(`${base}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(await metrics.text()).toContain('process="test"');
    expect((await fetch(`${base}/other`)).status).toBe(404);
  });

  it.each(['live', 'ready'])(
    'The answer of /health/%s names version and commit, as herald_build_info does',
    async (path) => {
      for (const ready of [READY, () => Promise.reject(new Error('away'))]) {
        const base = await start(ready);
        const answer = (await (await fetch(`${base}/health/${path}`)).json()) as Record<string, string>;
        expect(answer).toMatchObject({ ...RELEASE });
        expect(RELEASE.version).toMatch(/^\d+\.\d+\.\d+/);
        expect(await (await fetch(`${base}/metrics`)).text()).toContain(
          `herald_build_info{version="${answer['version']}",commit="${answer['commit']}",process="test"} 1\n`,
        );
        await server?.close();
      }
    },
  );

  it('The health server is live but not ready, and quotes no error, when its checks fail or throw', async () => {
    const base = await start(() => Promise.reject(new Error('postgres://secret')));
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
    const answer = await fetch(`${base}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('secret');
  });
});

describe('CheckStates', () => {
  it('A check keeps its time while its reason stays, and an optional one leaves the process ready', async () => {
    const states = new CheckStates<'database' | 'queue'>(['queue']);
    states.set('database', null);
    states.set('queue', 'away');
    const [, first] = states.report().checks;
    expect(states.report()).toMatchObject({ isReady: true, checks: [{ ok: true, reason: null }, { ok: false }] });
    await expect.poll(() => new Date().toISOString()).not.toBe(first?.since);
    states.set('queue', 'away');
    expect(states.report().checks[1]).toEqual(first);
    states.set('queue', 'silent');
    expect(states.report().checks[1]?.since).not.toBe(first?.since);
    states.set('database', 'away');
    expect(states.report().isReady).toBe(false);
  });
});
