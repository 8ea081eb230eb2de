import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnsClient } from './sns-client.js';

let server: Server;
let base: string;
let questions: string[] = [];
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    questions.push(url);
    response.writeHead(url.includes('known') ? 200 : 404).end('a certificate');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => (questions = []));

const ORIGIN = { host: '127.0.0.1', port: 0, ca: '' };
const ask = (client: SnsClient, accountId: number, path: string) =>
  client.findCertificate(new URL(path, base), accountId, ORIGIN);

describe('SnsClient', () => {
  it('An account that asks again and again uses up its own questions of a minute, and not those of another', async () => {
    const client = new SnsClient();
    for (let number = 0; number < 25; number += 1) {
      expect(await ask(client, 1, `/invented-${number}`)).toBeUndefined();
    }
    expect(questions.length).toBeLessThanOrEqual(20);
    expect(questions.length).toBeGreaterThanOrEqual(10);
    for (const accountId of [2, 3]) {
      questions = [];
      expect(await ask(client, accountId, `/known-${accountId}`)).toBe('a certificate');
      expect(await client.confirm(new URL('/known', base), accountId, ORIGIN)).toBe(true);
      expect(questions).toHaveLength(2);
    }
  });

  it('A certificate that one account has got costs another no question', async () => {
    const client = new SnsClient();
    await ask(client, 1, '/known');
    expect(await ask(client, 2, '/known')).toBe('a certificate');
    expect(questions).toEqual(['/known']);
  });
});
