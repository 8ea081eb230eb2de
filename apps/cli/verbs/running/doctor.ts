import { access, constants, statfs } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { NO_PUBLIC_URL, type Config } from '#platform/config';
import { DatabaseClock, describeOffset, TOLD_OFFSET_MS } from '#platform/clock';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import { openDatabase } from '#platform/db';
import { findRunningHerald, serverVersion, type RunningHerald } from '#platform/embedded';
import { ResealingService } from '#platform/resealing';
import { createLogger } from '#platform/runtime';
import { databaseUrl, homeFolder, masterKeys, say, type MasterKeys } from '../../runtime/environment.js';
import { SEALED_COLUMNS } from '../../runtime/sealed-columns.js';
import type { Verb } from '../../runtime/verb.js';
import { readSettings } from '../../up/settings.js';
import { auditCampaign } from '../data/audit-campaign.js';

const MB = 1024 * 1024;
const MIN_FREE_BYTES = 500 * MB;

/** @returns the result; throws when the check fails */
type Check = () => Promise<string>;

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Checks everything that Herald needs and reports faults.',
  operands: '',
  options: { campaign: { type: 'string' }, app: { type: 'string' } },
  explain: {
    campaign: 'notification key: checks that every planned recipient has one final state',
    app: 'name of the application (not needed when there is only one)',
  },
  async run({ values }) {
    if (values['campaign'] !== undefined) {
      return auditCampaign(values['campaign'], values['app']);
    }
    const home = homeFolder();
    const running = await findRunningHerald(home);
    const checks: [string, Check][] = [
      ['settings', async () => (readSettings(process.env), 'well-formed')],
      ['links', async () => describeLinks(readSettings(process.env))],
      ['node', async () => process.version],
      ['home', () => checkHome(home)],
      [
        'processes',
        async () =>
          running === null ? 'Herald does not run here' : `${running.processes.length} under process ${running.pid}`,
      ],
      ...(running === null && !process.env['DATABASE_URL']
        ? []
        : ([
            ['database', async () => `Postgres ${await serverVersion(await databaseUrl(home))}`],
            ['clock', async () => checkClock(await databaseUrl(home))],
            ['secrets', async () => checkSecrets(await databaseUrl(home), await masterKeys(home, false))],
          ] as [string, Check][])),
      ...(process.env['REDIS_URL']
        ? [['redis', () => checkRedis(process.env['REDIS_URL'] ?? '')] as [string, Check]]
        : []),
      ...(running?.processes ?? []).map(({ name, port }): [string, Check] => [
        name,
        () => checkProcess(running, name, port),
      ]),
    ];
    let failed = 0;
    for (const [name, check] of checks) {
      try {
        say(`ok      ${name.padEnd(12)} ${await check()}`);
      } catch (error) {
        failed += 1;
        say(`FAILED  ${name.padEnd(12)} ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return failed === 0 ? 0 : 1;
  },
};

/** A fault of the settings is told by the check before. */
function describeLinks({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return PUBLIC_URL === undefined ? `WARNING: ${NO_PUBLIC_URL}` : `lead to ${PUBLIC_URL}`;
}

async function checkHome(home: string): Promise<string> {
  const exists = await access(home).then(
    () => true,
    () => false,
  );
  if (!exists) {
    return `${home} (made at the first start)`;
  }
  await access(home, constants.W_OK);
  const disk = await statfs(home);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes < MIN_FREE_BYTES) {
    throw new Error(`only ${Math.floor(freeBytes / MB)} MB are free on the disk of ${home}`);
  }
  return `${home}, ${Math.floor(freeBytes / MB)} MB free`;
}

/** Compares the clock of this machine with the database's. */
async function checkClock(url: string): Promise<string> {
  const logger = createLogger('doctor', 'silent');
  const db = await openDatabase(url, 1, logger);
  try {
    const clock = await DatabaseClock.open(db, logger);
    clock.onModuleDestroy();
    return checkOffset(clock.offsetMs);
  } finally {
    await db.close();
  }
}

/** Counts what is sealed by the key that it needs. */
async function checkSecrets(url: string, keys: MasterKeys): Promise<string> {
  const db = await openDatabase(url, 1, createLogger('doctor', 'silent'));
  try {
    const masterKey = new MasterKey(keys.MASTER_KEY, readPreviousKeys(keys.MASTER_KEY_PREVIOUS));
    const { current, previous, unknown } = await new ResealingService(db, masterKey).countValues(SEALED_COLUMNS);
    if (unknown > 0) {
      throw new Error(
        `${unknown} sealed values cannot be opened: their key is neither MASTER_KEY nor MASTER_KEY_PREVIOUS`,
      );
    }
    const rest = previous > 0 ? `, ${previous} with MASTER_KEY_PREVIOUS: run "herald secrets reseal"` : '';
    return `${current} values are sealed with MASTER_KEY${rest}`;
  } finally {
    await db.close();
  }
}

function checkOffset(offsetMs: number): string {
  if (Math.abs(offsetMs) > TOLD_OFFSET_MS) {
    throw new Error(`is ${describeOffset(offsetMs)}: set it right (NTP)`);
  }
  return describeOffset(offsetMs);
}

async function checkRedis(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: 5000 }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.once('timeout', () => reject(new Error(`${hostname} does not answer`)));
  });
  return `${hostname} takes connections`;
}

async function checkProcess(running: RunningHerald | null, name: string, port: number | null): Promise<string> {
  if (port === null) {
    throw new Error('is not ready');
  }
  const base = name === 'gateway' && running !== null ? running.address : `http://127.0.0.1:${port}`;
  const answer = await fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) {
    throw new Error(`answers ${answer.status} on ${base}/health/ready`);
  }
  const metrics = await fetch(`${base}/metrics`, { signal: AbortSignal.timeout(5000) });
  const [, offset] = /^herald_clock_offset_seconds\S* (\S+)$/m.exec(await metrics.text()) ?? [];
  if (offset !== undefined && Math.abs(Number(offset)) * 1000 > TOLD_OFFSET_MS) {
    throw new Error(`its clock is ${describeOffset(Number(offset) * 1000)}: set it right (NTP)`);
  }
  return `ready on port ${port}`;
}
