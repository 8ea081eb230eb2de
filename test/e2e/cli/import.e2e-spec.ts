import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';
import { IMPORT_ATTRIBUTES, importText, isRefusedLine } from '../../support/rooms/import-lines.js';

const CLI = resolve('dist/apps/cli/main.js');
const LINES = 6000;
const REFUSED = Array.from({ length: LINES }, (_, n) => n).filter(isRefusedLine).length;

let fresh: FreshDatabase;
let folder: string;
let file: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'herald-import-'));
  file = join(folder, 'users.csv');
  await writeFile(file, importText(LINES));
  for (const app of ['clean', 'killed']) {
    const path = join(folder, `${app}.yaml`);
    await writeFile(path, JSON.stringify({ app, attributes: IMPORT_ATTRIBUTES }));
    expect(await herald('apply', path)).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  await fresh.close();
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env['PATH'],
      HERALD_HOME: folder,
      DATABASE_URL: fresh.url,
      MASTER_KEY: 'a master key for the tests of an import',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function herald(...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = start(args);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Kills an import once it has gone on by a batch. @returns false when it ended first */
async function killAfterBatch(): Promise<boolean> {
  const before = await linesOf('killed');
  const child = start(['import', 'users', file, '--app', 'killed']);
  const exit = once(child, 'exit');
  while (child.exitCode === null && (await linesOf('killed')) <= before) {
    await sleep(5);
  }
  child.kill('SIGKILL');
  await exit;
  return child.signalCode === 'SIGKILL';
}

async function linesOf(app: string): Promise<number> {
  const row = await fresh.db.row<{ lines: number }>(
    `SELECT coalesce(max((i.counts ->> 'lines')::integer), 0) AS lines FROM users.import AS i
     JOIN tenancy.application AS a ON a.id = i.app_id WHERE a.name = $1`,
    [app],
  );
  return row?.lines ?? 0;
}

const usersOf = (app: string): Promise<object[]> =>
  fresh.db.rows(
    `SELECT u.ext_id, u.email, u.msisdn, u.attrs, u.sms_opt_in, cardinality(u.tags) AS tags,
            (SELECT array_agg(n.token || n.push_permitted ORDER BY n.token) FROM users.installation AS n
             WHERE n.vb = u.vb AND n.app_id = u.app_id AND n.uid = u.uid) AS devices
     FROM users.app_user AS u JOIN tenancy.application AS a ON a.id = u.app_id
     WHERE a.name = $1 ORDER BY u.ext_id COLLATE "C"`,
    [app],
  );

describe('herald import users', () => {
  it('An import whose process is killed again and again ends like one clean run', async () => {
    const clean = await herald('import', 'users', file, '--app', 'clean');
    expect(clean).toMatchObject({ code: 0, text: expect.stringContaining(`${REFUSED} refused`) });
    let kills = 0;
    while (kills < 3 && (await killAfterBatch())) {
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    const killed = await herald('import', 'users', file, '--app', 'killed');
    expect(killed.code).toBe(0);
    expect(outcomeOf(killed.text)).toBe(outcomeOf(clean.text));
    expect(await usersOf('killed')).toEqual(await usersOf('clean'));
    const again = await herald('import', 'users', file, '--app', 'killed');
    expect(again.text).toContain('users: 0 created, 0 changed,');
  }, 600_000);

  it('A dry run of an import shows what would change, and writes the refused lines', async () => {
    const refusals = join(folder, 'refused.csv');
    const changed = join(folder, 'changed.csv');
    await writeFile(changed, 'extId,age,city\nu-1,99,\nnew,1,\nu-2,old,Oslo\nnew,2,\n');
    const before = await usersOf('clean');
    const { code, text } = await herald(
      'import',
      'users',
      changed,
      '--app',
      'clean',
      '--dry-run',
      '--refusals',
      refusals,
    );
    expect(code).toBe(0);
    expect(text).toContain(
      '1 would be created, 1 would be changed, 0 unchanged; lines: 1 refused, 0 skipped, 1 merged',
    );
    const [age, city] = [
      "Field 'profile.age' should be of type INT",
      "Field 'profile.city' should be one of its options",
    ];
    expect(text).toContain(`line 4: ${age}; ${city}`);
    expect(await readFile(refusals, 'utf8')).toBe(
      `line,field,reason\n4,"profile.age","${age}"\n4,"profile.city","${city}"\n`,
    );
    expect(await usersOf('clean')).toEqual(before);
  });

  it.each([
    [['nothing.csv'], 'cannot be read'],
    [['users.xls'], 'tells no format'],
  ])('herald import users refuses %j in a sentence', async (args, sentence) => {
    const { code, text } = await herald('import', 'users', ...args.map((name) => join(folder, name)), '--app', 'clean');
    expect(code).toBe(1);
    expect(text).toMatch(/^herald: /);
    expect(text).toContain(sentence);
  });

  it.each([
    ['utf16.csv', Buffer.from('extId\na\n', 'utf16le'), 'The import failed: The file is UTF-16 or no text'],
    ['excel.csv', Buffer.from('PK\x03\x04\x14\0\x06\0'), 'The import failed: The file is a workbook'],
    ['names.ndjson', Buffer.from('{"extId":"n","a\\u0000b":1}\n'), 'is no field of a user'],
  ])('An import of the odd file %s ends in a sentence without a stack', async (name, bytes, sentence) => {
    const odd = join(folder, name);
    await writeFile(odd, bytes);
    const { text } = await herald('import', 'users', odd, '--app', 'clean');
    expect(text).toContain(sentence);
    expect(text).not.toMatch(/^\s+at /m);
  });

  it('An import ends with exit code 1 when its file cannot be read on', async () => {
    const broken = join(folder, 'broken.csv');
    await writeFile(broken, 'extId\nb1\n"b2\n');
    const { code, text } = await herald('import', 'users', broken, '--app', 'clean');
    expect(code).toBe(1);
    expect(text).toContain('The import failed: Line 3: a quote is opened and not closed');
    expect(text).toContain('1 created');
  });
});

function outcomeOf(text: string): string | undefined {
  return /users: .*skipped/.exec(text)?.[0];
}
