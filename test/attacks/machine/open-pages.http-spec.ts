import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

describe('Attack on the pages and ports of this machine from another site', () => {
  let gateway: TestGateway;
  let sending: Sending;

  beforeAll(async () => {
    gateway = await startGateway(undefined, { TRUSTED_PROXIES: 'loopback' });
    sending = await startSending();
  });
  afterAll(async () => {
    await gateway.close();
    await sending.close();
  });

  it.each(['/', '/docs', '/docs/', '/openapi.json'])(
    'The headers of %s forbid framing, and scripts that are no files of the gateway',
    async (path) => {
      const asked = { method: 'GET', key: null, headers: { accept: 'text/html' } };
      const { headers, status } = await gateway.call(path, asked);
      expect(status).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('The page of the documentation works with scripts in files, and has no inline script, style or handler', async () => {
    const { text } = await gateway.call('/docs', { method: 'GET', key: null });
    expect(text).toMatch(/<script src=/);
    expect(text).not.toMatch(/<script>|<script [^>]*>[^<\s]|<[^>]*\s(on\w+|style)=|<style/);
  });

  it.each([
    ['127.0.0.1', 200],
    ['10.2.3.4', 404],
    ['169.254.1.2', 404],
    ['203.0.113.7', 404],
    ['2001:db8::7', 404],
  ])('A request for metrics from %s is answered with %i', async (address, status) => {
    const headers = { 'x-forwarded-for': address };
    expect((await gateway.call('/metrics', { method: 'GET', key: null, headers })).status).toBe(status);
  });

  it.each([
    ['a name that leads to this machine (DNS rebinding)', { host: 'rebound.example:8090' }],
    ['a form of another site', { origin: 'https://evil.example' }],
    ['a picture of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('A command to the simulators is refused from %s', async (_, headers) => {
    const mode = await sending.simulators.control('GET', '/mode', {});
    const { status } = await sending.simulators.control('PUT', '/mode', { ...headers }, '{"store":false}');
    expect(status).toBe(403);
    expect((await sending.simulators.control('GET', '/deliveries', headers)).status).toBe(403);
    expect(await sending.simulators.control('GET', '/mode', {})).toEqual(mode);
  });

  it.each(['127.0.0.1:1', '[::1]:8090', 'localhost:8090', '10.1.2.3'])(
    'The simulators accept requests with the Host %s',
    async (host) => {
      expect((await sending.simulators.control('GET', '/mode', { host })).status).toBe(200);
    },
  );
});

it('docker/compose.yaml opens ports and metrics to this machine only by default, with the demo off', () => {
  const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { ports?: string[]; environment?: Record<string, string> }>;
  };
  for (const port of Object.values(services).flatMap(({ ports = [] }) => ports)) {
    expect(port).toMatch(/^(127\.0\.0\.1:|\$\{\w+:-127\.0\.0\.1[:}])/);
  }
  expect(services['gateway']?.environment).toMatchObject({
    METRICS_FROM: '${METRICS_FROM:-loopback}',
    HERALD_DEMO: 'false',
  });
});
