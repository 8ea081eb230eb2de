import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { providerOf, type Account, type Outgoing } from '#libs/channels';
import { HTTP2_LIMITS } from '../../../libs/channels/transport/http2-pool.js';
import type { SenderServices } from '../../../libs/channels/provider/provider.types.js';
import { createSignedHeaders } from '#platform/crypto';
import { Form } from '#platform/forms';
import { AllowedAddresses } from '#platform/net';
import { BENCH_MESSAGE } from './bench-message.js';

/**
 * One side of `bench http`, in a process of its own: `herald` sends by the generic HTTP provider in batches as a worker
 * does; `bare` posts the same requests by undici alone, as many at once. Both sign each body, since no body is like
 * another one.
 */
const [address = '', ca = '', side = 'bare', count = '20000'] = process.argv.slice(2);
const messages = Number(count);
/** Limits of the sender: messages in flight, and messages of one batch of a worker. */
const IN_FLIGHT = 50;
const BATCH = 500;
const WARM_UP = 5000;

const HTTP = providerOf('http');
const credentials = await HTTP.credentials.simulate(Form.read({}, 'channels', []), undefined, 1);
const { url, secret } = credentials as { url: string; secret: string };
const { hostname: host, port } = new URL(address);
const account: Account = {
  accountId: 1,
  appId: 1,
  channel: 'sms',
  provider: 'http',
  version: 1,
  credentials,
  origin: { host, port: Number(port), ca },
};
const payload = { body: BENCH_MESSAGE.text, segments: 1 };

const run = side === 'herald' ? await openHerald() : openBare();
await run(WARM_UP);
const cpu = process.cpuUsage();
const started = performance.now();
await run(messages);
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - started) / 1000;
process.send?.({ cpuMsPer1000: (user + system) / messages, ratePerS: messages / seconds });
process.disconnect?.();
setTimeout(() => process.exit(0), 100).unref();

async function openHerald(): Promise<(total: number) => Promise<void>> {
  const unused = (): never => {
    throw new Error('The provider http asks for nothing else');
  };
  const services: SenderServices = {
    rateLimiter: { acquire: unused },
    throttles: { list: unused, throttle: unused },
    http2: HTTP2_LIMITS,
    pushServices: { includes: unused },
    relays: new AllowedAddresses(),
  };
  const sender = HTTP.createSender(services);
  return async (total) => {
    for (let first = 0; first < total; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, total - first) }, (_, index) => createMessage(first + index));
      const { outcomes } = await sender.send(account, batch);
      const wrong = outcomes.find(({ kind }) => kind !== 'sent');
      if (wrong) {
        throw new Error(`A message was not sent: ${JSON.stringify(wrong)}`);
      }
    }
  };
}

function createMessage(index: number): Outgoing {
  const messageId = randomUUID();
  return { messageId, address: numberOf(index), payload, collapseId: messageId, ttlSeconds: 3600 };
}

function openBare(): (total: number) => Promise<void> {
  const pool = new Pool(address, { connections: IN_FLIGHT, connect: { ca } });
  const path = new URL(url).pathname;
  const sendOne = async (index: number): Promise<void> => {
    const id = randomUUID();
    const to = numberOf(index);
    const sms = { text: payload.body, segments: 1 };
    const body = JSON.stringify({ id, channel: 'sms', to, ttlSeconds: 3600, sms });
    const signed = createSignedHeaders([secret], id, new Date(), body);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Herald', ...signed };
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.json();
    if (answer.statusCode !== 202) {
      throw new Error(`The service answered ${answer.statusCode}`);
    }
  };
  return async (total) => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < total) {
        await sendOne(next++);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  };
}

function numberOf(index: number): string {
  return `+49170${String(index).padStart(7, '0')}`;
}
