import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { IMPORT_ATTRIBUTES, IMPORT_COLUMNS, importLine } from '../../../test/support/rooms/import-lines.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { withBenchDatabase, type BenchDatabase } from '../support/bench-database.js';

/**
 * `npm run bench -- import`: `herald import users` of a file with twelve columns and a device a line. One application gets
 * it in one run, another one while the process is killed (SIGKILL) again and again. Both must end alike, and a second run
 * must change nothing. Prints how true rate and time left were in the clean run after its first tenth.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const [lines = 0, kills = 0, seed = 0] = [values.lines, values.kills, values.seed].map(Number);
if (![lines, kills, seed].every((n) => Number.isInteger(n) && n >= 0) || lines < 1000) {
  throw new Error('Usage: bench import [--lines 100000] [--kills 20] [--seed 1]');
}
const CLI = resolve(import.meta.dirname, '../../../apps/cli/main.js');
const PROGRESS = /^([\d.]+) % {2}(\d+) lines, (\d+) a second(?:, (\d+) s left)?/;
const OUTCOME =
  /^Import \d+: (\d+) lines; users: (\d+) created, (\d+) changed, (\d+) unchanged; lines: (\d+) refused, (\d+) skipped/;
/** Less is printed in whole seconds, which are no longer a share of it. */
const MIN_SECONDS_LEFT = 5;
const TOLERANCE = 0.2;
/** Buckets of one statement. */
const RANGE = 32;

interface Progress {
  at: number;
  share: number;
  lines: number;
  rate: number;
  left: number | undefined;
}

interface Run {
  seconds: number;
  progress: Progress[];
  /** Absent when it did not end. */
  outcome: string | undefined;
  wasKilled: boolean;
  /** Highest resident memory, in MB. */
  memory: number;
}

await withBenchDatabase(async (database) => {
  const folder = await mkdtemp(join(tmpdir(), 'herald-import-'));
  await migrate(database.url);
  const db = await openDatabase(database.url, 2, createLogger('bench', 'silent'));
  try {
    const file = join(folder, 'users.csv');
    await writeUsers(file);
    const apps = { clean: await apply('clean'), killed: await apply('killed') };

    const clean = await importFile('clean');
    say(`clean run: ${clean.seconds.toFixed(1)} s, ${clean.outcome ?? ''}; ${clean.memory} MB at most`);
    const { done, outcome } = await importWithKills();
    say(`run with ${done} kills: ${outcome}`);
    const states = [await stateOf(db, apps.clean), await stateOf(db, apps.killed)];
    const refusals = [await refusalsOf(db, apps.clean), await refusalsOf(db, apps.killed)];
    const feed = await feedOf(db, apps.clean);
    const second = await importFile('clean');
    say(`second run: ${second.seconds.toFixed(1)} s, ${second.outcome ?? ''}`);
    const estimate = judgeEstimates(clean);
    const result = {
      lines,
      kills: done,
      linesPerSecond: Math.round(lines / clean.seconds),
      memoryMb: clean.memory,
      sameOutcome: outcome === clean.outcome,
      sameUsers: states[0] === states[1],
      sameRefusals: refusals[0] === refusals[1],
      secondRunChangesNothing:
        / users: 0 created, 0 changed,/.test(second.outcome ?? '') &&
        states[0] === (await stateOf(db, apps.clean)) &&
        feed === (await feedOf(db, apps.clean)),
      ...estimate,
    };
    say(JSON.stringify(result));
    const faults = Object.values(result).filter((value) => value === false).length;
    process.exitCode = faults > 0 ? 1 : 0;

    async function importWithKills(): Promise<{ done: number; outcome: string }> {
      const random = seeded(seed);
      const points = Array.from({ length: kills }, (_, n) => ((n + random()) * lines) / kills);
      for (let done = 0; ;) {
        const run = await importFile('killed', points[done], Math.floor(random() * 400));
        if (run.outcome !== undefined) {
          return { done, outcome: run.outcome };
        }
        done += run.wasKilled ? 1 : 0;
      }
    }

    /** @param killAt  lines after which the process is killed, some milliseconds later */
    async function importFile(app: string, killAt = Infinity, delayMs = 0): Promise<Run> {
      const child = spawn(process.execPath, [CLI, 'import', 'users', file, '--app', app], {
        env: environment(database),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const progress: Progress[] = [];
      let outcome: string | undefined;
      let memory = 0;
      const began = performance.now();
      const exit = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout })) {
        const [, share, done, rate, left] = PROGRESS.exec(line) ?? [];
        if (done !== undefined) {
          memory = Math.max(memory, await readPeakMemory(child.pid));
          progress.push({
            at: performance.now(),
            share: Number(share) / 100,
            lines: Number(done),
            rate: Number(rate),
            left: left === undefined ? undefined : Number(left),
          });
          if (Number(done) >= killAt) {
            setTimeout(() => child.kill('SIGKILL'), delayMs);
          }
        }
        outcome = OUTCOME.test(line) ? line.replace(/^Import \d+: /, '') : outcome;
      }
      await exit;
      const seconds = (performance.now() - began) / 1000;
      return { seconds, progress, outcome, memory, wasKilled: child.signalCode === 'SIGKILL' };
    }

    async function apply(app: string): Promise<number> {
      const path = join(folder, `${app}.yaml`);
      await writeFile(path, JSON.stringify({ app, attributes: IMPORT_ATTRIBUTES }));
      const child = spawn(process.execPath, [CLI, 'apply', path], {
        env: environment(database),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await once(child, 'exit');
      const row = await db.row<{ id: number }>('SELECT a.id FROM tenancy.application AS a WHERE a.name = $1', [app]);
      if (!row) {
        throw new Error(`The application ${app} was not made`);
      }
      return row.id;
    }
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});

function environment({ url, masterKey }: BenchDatabase): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: url, MASTER_KEY: masterKey };
}

async function writeUsers(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${IMPORT_COLUMNS}\n`);
  for (let n = 0; n < lines; n += 1) {
    if (!out.write(`${importLine(n)}\n`)) {
      await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
}

/** Linux alone has it. */
async function readPeakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** A sum of hashes of everything that an import writes, by extId, code and name in place of ids. */
async function stateOf(db: Database, appId: number): Promise<string> {
  let users = 0;
  let hash = 0n;
  for (let vb = 0; vb < BUCKETS; vb += RANGE) {
    const range = await hashRange(db, appId, vb);
    users += range.users;
    hash += BigInt(range.hash);
  }
  return `${users} users, hash ${hash}`;
}

async function hashRange(db: Database, appId: number, vb: number): Promise<{ users: number; hash: string }> {
  const row = await db.row<{ users: number; hash: string }>(
    `SELECT count(*) AS users, coalesce(sum(hashtextextended(s::text, 0)), 0)::text AS hash
     FROM (
       SELECT u.ext_id, u.email, u.msisdn, u.email_opt_in, u.sms_opt_in,
              (SELECT jsonb_object_agg(d.code, a.value) FROM jsonb_each(u.attrs) AS a
               JOIN users.attribute_def AS d ON d.app_id = u.app_id AND d.attr_id = a.key::integer) AS attrs,
              (SELECT array_agg(t.name ORDER BY t.name) FROM users.tag AS t
               WHERE t.app_id = u.app_id AND t.tag_id = ANY (u.tags)) AS tags,
              (SELECT array_agg(i.platform || i.token || i.push_permitted ORDER BY i.token) FROM users.installation AS i
               WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS devices
       FROM users.app_user AS u WHERE u.vb >= $2 AND u.vb < $3 AND u.app_id = $1) AS s`,
    [appId, vb, vb + RANGE],
  );
  return row ?? { users: 0, hash: '0' };
}

async function refusalsOf(db: Database, appId: number): Promise<string> {
  const row = await db.row<{ state: string }>(
    `SELECT count(*) || ', hash ' || coalesce(sum(hashtextextended(r.line || r.field || r.reason, 0)), 0) AS state
     FROM users.import_refusal AS r WHERE r.app_id = $1`,
    [appId],
  );
  return row?.state ?? '';
}

async function feedOf(db: Database, appId: number): Promise<number> {
  const row = await db.row<{ rows: number }>('SELECT count(*) AS rows FROM platform.outbox AS o WHERE o.app_id = $1', [
    appId,
  ]);
  return row?.rows ?? 0;
}

/** Distance of the printed rate and time left from what came, in samples after the first tenth. */
function judgeEstimates({ progress }: Run): Record<string, number | boolean> {
  const [first, last] = [progress.at(0), progress.at(-1)];
  if (!first || !last) {
    return { samples: 0 };
  }
  const rate = last.rate;
  const samples = progress
    .filter(({ share }) => share >= 0.1)
    .flatMap((sample) => {
      const left = (last.at - sample.at) / 1000;
      return sample.left === undefined || left < MIN_SECONDS_LEFT
        ? []
        : [{ left: Math.abs(sample.left - left) / left, rate: Math.abs(sample.rate - rate) / rate }];
    });
  const worst = (name: 'left' | 'rate'): number => Math.max(0, ...samples.map((sample) => sample[name]));
  return {
    samples: samples.length,
    worstTimeLeft: round(worst('left')),
    worstRate: round(worst('rate')),
    timeLeftWithin20Percent: round(
      samples.filter(({ left }) => left <= TOLERANCE).length / Math.max(1, samples.length),
    ),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
