import pg from 'pg';
import { startRedis } from '../../../test/support/processes/own-redis.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { openStage, type OutsideStage } from './outside-stage.js';
import type { RunningPeer, Surroundings } from './peer.js';

const TABLES = `
  CREATE TABLE device (id bigserial PRIMARY KEY, token text NOT NULL UNIQUE);
  CREATE TABLE campaign (id bigserial PRIMARY KEY, body text NOT NULL, custom jsonb,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE push_result (id bigserial PRIMARY KEY, campaign_id bigint NOT NULL REFERENCES campaign,
    device_id bigint NOT NULL REFERENCES device, status text NOT NULL, reason text,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE event (id bigserial PRIMARY KEY, device_id bigint NOT NULL, name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX push_result_campaign ON push_result (campaign_id)`;
const DEVICES = `
  INSERT INTO device (token) SELECT lpad(to_hex(n), 64, '0') FROM generate_series(0, $1::integer - 1) AS n`;
/** Settings from BullMQ's page "Going to production"; the file is synced every second, which is Redis' default. */
const REDIS = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];

/** The recipe's processes, with its devices. */
export interface Recipe {
  stage: OutsideStage;
  /** @throws Error when the request side refuses */
  call<B>(path: string, body?: object): Promise<B>;
  killSender(): Promise<void>;
  /** Kills both processes and Redis, which keeps its file, and starts them again. */
  killAll(): Promise<void>;
  stop(): Promise<void>;
}

export async function openRecipe(surroundings: Surroundings): Promise<Recipe> {
  const { database, installations, home } = surroundings;
  const stage = await openStage(surroundings);
  const options = [...REDIS, '--dir', home];
  let redis = await startRedis(options);
  const stop = async (): Promise<void> => {
    await stage.stop();
    await redis.end();
  };
  try {
    stage.add({ name: 'redis', pid: redis.pid });
    await makeTables(database.url, installations);
    const env = { REDIS_PORT: String(redis.port) };
    let api = await stage.start('recipe-api', env);
    let worker = await stage.start('recipe-worker', env);
    return {
      stage,
      call: (path, body) =>
        call(
          `http://127.0.0.1:${api.port}${path}`,
          body === undefined ? undefined : { method: 'POST', body: JSON.stringify(body) },
        ),
      async killSender() {
        worker = await stage.replace(worker);
      },
      async killAll() {
        await Promise.all([redis.end('SIGKILL'), api.end('SIGKILL'), worker.end('SIGKILL')]);
        redis = await startRedis(options, redis.port);
        [api, worker] = [await stage.replace(api), await stage.replace(worker)];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The recipe of many posts: BullMQ on Redis, one job for each recipient, `@parse/node-apn`, a row for each result. */
export async function startRecipe(surroundings: Surroundings): Promise<RunningPeer> {
  const { stage, ...recipe } = await openRecipe(surroundings);
  let [campaign, isAdding] = ['', false];
  return {
    simulators: stage.simulators,
    async send() {
      isAdding = true;
      const custom = { customJson: BENCH_MESSAGE.customJson };
      campaign = (await recipe.call<{ id: string }>('/campaigns', { body: BENCH_MESSAGE.text, custom })).id;
      isAdding = false;
    },
    hasEnded: async () => !isAdding && (await recipe.call<{ open: number }>('/open')).open === 0,
    toldSent: async () => (await recipe.call<{ sent: number }>(`/campaigns/${campaign}`)).sent,
    processes: () => stage.processes(),
    killSender: () => recipe.killSender(),
    stop: () => recipe.stop(),
  };
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
