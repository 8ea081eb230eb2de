import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = 'docker/backup.sh';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'herald-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a program in place of pg_dump, which writes its arguments into the named file. */
function writeDump(exitCode = 0): NodeJS.ProcessEnv {
  const program = join(folder, 'pg_dump');
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do case $word in --file=*) printf '%s\\n' "$@" "password=$PGPASSWORD" > "\${word#--file=}";; esac; done\nexit ${exitCode}\n`,
  );
  chmodSync(program, 0o755);
  return {
    PATH: `${folder}:${process.env['PATH']}`,
    BACKUP_TO: folder,
    DATABASE_URL: 'postgres://herald:p@db:5432/herald?sslmode=no-verify',
  };
}

function run(env: NodeJS.ProcessEnv, word: string): SpawnSyncReturns<string> {
  return spawnSync('sh', [SCRIPT, word], { encoding: 'utf8', env });
}

const dumps = (): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'pg_dump')
    .sort();

function writeOld(name: string, hours: number): void {
  const time = new Date(Date.now() - hours * 3_600_000);
  writeFileSync(join(folder, name), '');
  utimesSync(join(folder, name), time, time);
}

describe('docker/backup.sh', () => {
  it('A backup gets its name when it is whole, with a URL that libpq understands', () => {
    const { status } = run({ ...writeDump(), ROW_LEVEL_SECURITY: 'true' }, 'once');
    expect(status).toBe(0);
    const [name = '', ...others] = dumps();
    expect(others).toEqual([]);
    expect(name).toMatch(/^herald-\d{8}T\d{6}Z\.dump$/);
    const words = spawnSync('cat', [join(folder, name)], { encoding: 'utf8' }).stdout.split('\n');
    expect(words).toContain('--dbname=postgres://herald@db:5432/herald?sslmode=require');
    expect(words).toContain('--enable-row-security');
    expect(words).toContain('--format=custom');
  });

  it('A backup, which has the data of all people, is for its owner alone', () => {
    expect(run(writeDump(), 'once').status).toBe(0);
    expect(dumps().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  it.each([
    ['postgres://herald:p@db:5432/herald', 'postgres://herald@db:5432/herald', 'p'],
    ['postgresql://a:b-C_1@h1:5432,h2/x?ssl=true', 'postgresql://a@h1:5432,h2/x?ssl=true', 'b-C_1'],
    ['postgres://herald@db:5432/herald', 'postgres://herald@db:5432/herald', ''],
    ['postgres://db:5432/herald?application_name=a@b', 'postgres://db:5432/herald?application_name=a@b', ''],
    ['postgres://herald:p%40@db/herald', 'postgres://herald:p%40@db/herald', ''],
  ])(
    'pg_dump gets the URL %s as the argument %s, and the password "%s" by its environment',
    (url, argument, password) => {
      expect(run({ ...writeDump(), DATABASE_URL: url }, 'once').status).toBe(0);
      const [name = ''] = dumps();
      const words = readFileSync(join(folder, name), 'utf8').split('\n');
      expect(words).toContain(`--dbname=${argument}`);
      expect(words).toContain(`password=${password}`);
    },
  );

  it('A backup that fails leaves no file, keeps the earlier ones, and gives its exit code', () => {
    writeOld('herald-20200101T000000Z.dump', 1);
    expect(run(writeDump(3), 'once')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pg_dump failed') as string,
    });
    expect(dumps()).toEqual(['herald-20200101T000000Z.dump']);
  });

  it('The oldest backups go when more than BACKUP_KEEP are there', () => {
    for (const day of ['01', '02', '03']) {
      writeOld(`herald-202001${day}T000000Z.dump`, 24);
    }
    expect(run({ ...writeDump(), BACKUP_KEEP: '2' }, 'once').status).toBe(0);
    expect(dumps()).toEqual(['herald-20200103T000000Z.dump', expect.stringMatching(/^herald-2\d{7}T/)]);
  });

  it.each([
    [1, 0],
    [25, 0],
    [27, 1],
  ])('With a newest backup of %i hours the health check exits with %i', (hours, code) => {
    writeOld('herald-20200101T000000Z.dump', hours);
    expect(run(writeDump(), 'check').status).toBe(code);
  });

  it('The health check fails without a backup, and an unknown word is refused', () => {
    expect(run(writeDump(), 'check').status).toBe(1);
    expect(run(writeDump(), 'often').status).toBe(2);
  });

  it('The service makes a backup at its start and ends at SIGTERM', async () => {
    const service = spawn('sh', [SCRIPT, 'always'], { env: writeDump(), stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => service.once('exit', resolve));
    await new Promise((resolve) => service.stdout.once('data', resolve));
    expect(dumps()).toHaveLength(1);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
