import { fetch } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from './lab.js';
import { startSimulators } from './simulators.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

describe('Control API', () => {
  const raw = (method: string, path: string, body?: string): ReturnType<typeof fetch> =>
    fetch(lab.simulators.controlUrl + path, { method, ...(body !== undefined && { body }) });

  it('GET /endpoints returns the addresses of all simulators', async () => {
    expect(await lab.control('GET', '/endpoints')).toEqual(lab.simulators.endpoints);
    expect(lab.simulators.endpoints.ca).toBe(lab.authority.ca);
  });

  it('The control API answers health checks and exports its counts as metrics', async () => {
    expect((await raw('GET', '/health/live')).status).toBe(200);
    expect((await raw('GET', '/health/ready')).status).toBe(200);
    expect(await (await raw('GET', '/metrics')).text()).toMatch(/herald_simulator_messages\{.*provider="apns"/);
  });

  it('GET /faults returns the fault plan that is in force', async () => {
    const plan = { seed: 9, rules: [{ provider: 'sms', share: 0.5, status: 503 }] };
    expect(await lab.control('PUT', '/faults', plan)).toEqual(plan);
    expect(await lab.control('GET', '/faults')).toEqual(plan);
  });

  it.each([
    ['PUT', '/faults', 'nonsense', 400],
    ['PUT', '/faults', '{"rules":[{"provider":"apns","share":3,"status":500}]}', 400],
    ['PUT', '/mode', '{"store":"no"}', 400],
    ['PUT', '/mode', '{"store":true,"containing":7}', 400],
    ['POST', '/subscriptions', '{"count":0}', 400],
    ['POST', '/subscriptions', '{"count":1e9}', 400],
    ['POST', '/subscriptions', '[]', 400],
    ['GET', '/deliveries?limit=-1', undefined, 400],
    ['GET', '/deliveries?provider=pigeon', undefined, 400],
    ['POST', '/faults', '{}', 405],
    ['GET', '/constructor', undefined, 404],
  ])('The control API refuses %s %s %s and changes nothing', async (method, path, body, status) => {
    const before = [await lab.control('GET', '/faults'), await lab.control('GET', '/mode')];
    const answer = await raw(method, path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toHaveProperty('error');
    expect([await lab.control('GET', '/faults'), await lab.control('GET', '/mode')]).toEqual(before);
  });

  it('startSimulators rejects a provider port or control port that is in use with EADDRINUSE', async () => {
    const ports = { apns: 0, sms: lab.simulators.endpoints.sms.port };
    await expect(startSimulators({ controlPort: 0, authority: lab.authority, ports })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await expect(
      startSimulators({ controlPort: lab.simulators.controlPort, authority: lab.authority }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
