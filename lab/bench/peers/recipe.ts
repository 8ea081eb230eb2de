import pg from 'pg';
import { startRedis } from '../../../test/support/processes/own-redis.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { openStage } from './outside-stage.js';
import type { RunningPeer, Surroundings } from './peer.js';

const TABLES = `
  CREATE TABLE device (id bigserial PRIMARY KEY, token text NOT NULL UNIQUE);
  CREATE TABLE campaign (id bigserial PRIMARY KEY, body text NOT NULL, custom jsonb,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE push_result (id bigserial PRIMARY KEY, campaign_id bigint NOT NULL REFERENCES campaign,
    device_id bigint NOT NULL REFERENCES device, status text NOT NULL, reason text,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX push_result_campaign ON push_result (campaign_id)`;
const DEVICES = `
  INSERT INTO device (token) SELECT lpad(to_hex(n), 64, '0') FROM generate_series(0, $1::integer - 1) AS n`;
/** Settings from BullMQ's page "Going to production"; the file is synced every second, which is Redis' default. */
const REDIS = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];

/** The recipe of many posts: BullMQ on Redis, one job for each recipient, `@parse/node-apn`, a row for each result. */
export async function startRecipe(surroundings: Surroundings): Promise<RunningPeer> {
  const { database, installations, home } = surroundings;
  const stage = await openStage(surroundings);
  const redis = await startRedis([...REDIS, '--dir', home]);
  const stop = async (): Promise<void> => {
    await stage.stop();
    await redis.end();
  };
  try {
    stage.add({ name: 'redis', pid: redis.pid });
    await makeTables(database.url, installations);
    const env = { REDIS_PORT: String(redis.port) };
    const api = await stage.start('recipe-api', env);
    let worker = await stage.start('recipe-worker', env);
    const base = `http://127.0.0.1:${api.port}`;
    let [campaign, isAdding] = ['', false];
    return {
      simulators: stage.simulators,
      async send() {
        isAdding = true;
        const custom = { customJson: BENCH_MESSAGE.customJson };
        const body = JSON.stringify({ body: BENCH_MESSAGE.text, custom });
        campaign = (await call<{ id: string }>(`${base}/campaigns`, { method: 'POST', body })).id;
        isAdding = false;
      },
      hasEnded: async () => !isAdding && (await call<{ open: number }>(`${base}/open`)).open === 0,
      toldSent: async () => (await call<{ sent: number }>(`${base}/campaigns/${campaign}`)).sent,
      processes: () => stage.processes(),
      async killSender() {
        worker = await stage.replace(worker);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function call<B>(url: string, init?: RequestInit): Promise<B> {
  const response = await fetch(url, init);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as B;
}

async function makeTables(url: string, installations: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(TABLES);
    await client.query(DEVICES, [installations]);
  } finally {
    await client.end();
  }
}
