import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USER_AGENT } from '#platform/release';
import { Http1Client } from './http1-client.js';

describe('Http1Client', () => {
  let server: Server;
  let client: Http1Client;
  const seen: IncomingHttpHeaders[] = [];

  beforeEach(async () => {
    seen.splice(0);
    server = createServer((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new Http1Client(new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 5000);
  });
  afterEach(async () => {
    await client.close();
    server.close();
  });

  const post = (headers: string[]): Promise<unknown> =>
    client.post({ path: '/', headers, body: 'x', mayLeave: () => true });

  it('Each request names the build, also where requests share their headers', async () => {
    const shared = ['content-type', 'text/plain'];
    await post(shared);
    await post(shared);
    expect(USER_AGENT).toMatch(/^Herald\/\d+\.\d+\.\d+\S* \((development|[0-9a-f]{12})\)$/);
    expect(seen.map((headers) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT]);
    expect(shared).toHaveLength(2);
  });

  it('A request that names its library keeps that name', async () => {
    await post(['user-agent', 'aws-sdk-js/3.0.0', 'accept', '*/*']);
    expect(seen).toMatchObject([{ 'user-agent': 'aws-sdk-js/3.0.0', accept: '*/*' }]);
  });
});
