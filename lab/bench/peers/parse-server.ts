import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freePort } from '#platform/embedded';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { openStage, TOPIC } from './outside-stage.js';
import type { RunningPeer, Surroundings } from './peer.js';

/** The first installation is registered through the API, which makes the table; the others are copies of its row. */
const COPIES = `
  INSERT INTO "_Installation"
  SELECT (jsonb_populate_record(first, jsonb_build_object('objectId', left(md5(n::text), 10), 'deviceToken',
           lpad(to_hex(n), 64, '0')))).*
    FROM "_Installation" AS first, generate_series(1, $1::integer - 1) AS n`;

/** Parse Server with the push adapter that it brings: one process, which queues its batches in its memory. */
export async function startParse(surroundings: Surroundings): Promise<RunningPeer> {
  const { database, installations, home } = surroundings;
  const stage = await openStage(surroundings);
  const masterKey = randomBytes(24).toString('hex');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/parse`;
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        'X-Parse-Application-Id': 'bench',
        'X-Parse-Master-Key': masterKey,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return response;
  };
  let status = '';
  const readStatus = async (): Promise<{ status: string; numSent?: number }> =>
    (await call('GET', `/classes/_PushStatus/${status}`)).json() as Promise<{ status: string; numSent?: number }>;
  try {
    let server = await stage.start('parse', {
      PEER_PORT: String(port),
      MASTER_KEY: masterKey,
      PARSE_SERVER_LOGS_FOLDER: home,
    });
    const [first] = await reachableUsers(stage.simulators, 'IOS', 1);
    await call('POST', '/installations', {
      deviceType: 'ios',
      appIdentifier: TOPIC,
      deviceToken: (first as { deviceToken: string }).deviceToken,
    });
    await copyInstallations(database.url, installations);
    return {
      simulators: stage.simulators,
      async send() {
        status = '';
        const { headers } = await call('POST', '/push', {
          where: { deviceType: 'ios' },
          data: {
            alert: { body: BENCH_MESSAGE.text },
            sound: 'default',
            customJson: BENCH_MESSAGE.customJson,
          },
        });
        status = headers.get('X-Parse-Push-Status-Id') ?? '';
      },
      hasEnded: async () => status !== '' && ['succeeded', 'failed'].includes((await readStatus()).status),
      toldSent: async () => (await readStatus()).numSent ?? 0,
      processes: () => stage.processes(),
      async killSender() {
        server = await stage.replace(server);
      },
      stop: () => stage.stop(),
    };
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function copyInstallations(url: string, installations: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(COPIES, [installations]);
  } finally {
    await client.end();
  }
}
