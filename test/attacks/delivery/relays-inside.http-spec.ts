import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

/** A word that only services of the operator's network say. */
const INSIDE = 'inside-7c1';

interface Service {
  port: number;
  connections: number;
}

const servers: Server[] = [];

/** A service of the operator's network that says something to whoever connects, and again to each line. */
async function startService(words: string): Promise<Service> {
  const service = { port: 0, connections: 0 };
  const server = createServer((socket) => {
    service.connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(words));
    socket.write(words);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  service.port = (server.address() as AddressInfo).port;
  return service;
}

async function testRelay(gateway: TestGateway, relay: object): Promise<{ text: string; fault: object | undefined }> {
  const smtp = { from: 'shop@example.com', user: 'shop', password: 'se-cret-9', ...relay };
  await gateway.app.get(ApplyService).apply({ app: 'shop', channels: { smtp } }, { dryRun: false });
  const answer = await gateway.call('/rest/3.0/app/accounts/test', { body: { channel: 'smtp' } });
  expect(answer.status, answer.text).toBe(200);
  const { steps } = answer.json as { steps: { name: string; words: string; fault?: object }[] };
  return { text: answer.text, fault: steps.find(({ fault }) => fault !== undefined)?.fault };
}

afterEach(() => {
  servers.splice(0).forEach((server) => server.close());
});

describe('Attack on the network behind Herald by the host of a mail relay', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    'localhost',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '10.0.0.7',
    '169.254.169.254',
    'fd00::7',
  ])('A relay at %s is refused without a connection, whether something listens there or not', async (host) => {
    const service = await startService(`220 ${INSIDE} ESMTP\r\n`);
    const open = await testRelay(gateway, { host, port: service.port });
    expect(open.fault).toMatchObject({ code: 'ADDRESS_REFUSED', kind: 'refused' });
    const shut = await testRelay(gateway, { host, port: 1 });
    expect(shut.text.replaceAll(':1,', `:${service.port},`)).toBe(open.text);
    expect(service.connections).toBe(0);
  });
});

describe('Attack on services of networks that the operator allows for mail relays', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(undefined, { RELAY_NETWORKS: '127.0.0.0/8' });
  });
  afterAll(() => gateway.close());

  it.each([
    ['a shell', `SSH-2.0-${INSIDE}\r\n`],
    ['a database', `-ERR ${INSIDE}\r\n`],
    ['a page', `HTTP/1.1 400 Bad Request\r\nServer: ${INSIDE}\r\n\r\n`],
    ['a relay that refuses everybody', `554 5.7.1 ${INSIDE} takes no mail\r\n`],
    ['a relay that is busy', `421 4.3.2 ${INSIDE}\r\n`],
    ['a relay that refuses EHLO', `220 ${INSIDE}\r\n`.repeat(2) + `502 5.5.1 ${INSIDE}\r\n`],
    ['a service without an end of its line', INSIDE.repeat(100)],
  ])('An account test does not repeat the words of %s', async (_, words) => {
    const service = await startService(words);
    const { text, fault } = await testRelay(gateway, { host: '127.0.0.1', port: service.port });
    expect(fault).toBeDefined();
    expect(service.connections).toBeGreaterThan(0);
    expect(text).not.toContain(INSIDE);
  });

  it('Other networks stay closed', async () => {
    const { fault } = await testRelay(gateway, { host: '10.0.0.7', port: 25 });
    expect(fault).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});
