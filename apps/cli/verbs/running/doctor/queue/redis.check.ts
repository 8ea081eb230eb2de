import { createConnection } from 'node:net';
import { ok, type Check } from '../check.js';

const TIMEOUT_MS = 5000;

export const redisCheck: Check = {
  name: 'redis',
  applies: ({ env }) => Boolean(env['REDIS_URL']),
  async run({ env }) {
    const { hostname, port } = new URL(env['REDIS_URL'] ?? '');
    await new Promise<void>((resolve, reject) => {
      const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: TIMEOUT_MS }, () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', reject);
      socket.once('timeout', () => reject(new Error(`${hostname} does not answer`)));
    });
    return ok(`${hostname} takes connections`);
  },
};
