import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { createContext } from './request-context.js';
import { logRequests } from './request-log.js';

describe('Request log', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Sends requests one after the other. @returns the logged lines, and how many the metric counted */
  async function send(count: number, share: number): Promise<{ lines: Record<string, unknown>[]; counted: number }> {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('test', 'silent');
    logger.info = (fields: unknown) => void lines.push(fields as Record<string, unknown>);
    const registry = new Registry();
    const app = express();
    app.use(createContext, logRequests(logger, registry, share));
    app.get('/things/:id', (_request, response) => void response.send('there'));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (let n = 0; n < count; n += 1) {
      await (await fetch(`http://127.0.0.1:${port}/things/${n}?secret=1`)).text();
    }
    server.closeAllConnections();
    const counted = /herald_http_request_seconds_count\{.*\} (\d+)/.exec(await registry.metrics())?.[1];
    return { lines, counted: Number(counted) };
  }

  it('With a share of 1 each request has a line with its route, and no line with its address', async () => {
    const { lines, counted } = await send(5, 1);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({ method: 'GET', route: '/things/:id', status: 200 });
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(counted).toBe(5);
  });

  it('With a share of 0 no request has a line, and the metric counts all', async () => {
    expect(await send(5, 0)).toEqual({ lines: [], counted: 5 });
  });

  it('With a share between, some requests have a line, and the metric counts all', async () => {
    const { lines, counted } = await send(200, 0.5);
    // Fewer than 50 or more than 150 lines for 200 requests come by chance once in 10^12 runs.
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.length).toBeLessThan(150);
    expect(counted).toBe(200);
  });
});
