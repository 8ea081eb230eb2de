// One Postgres server of a trial cluster: its data folder, its process, and statements by psql.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../scripts/setup.mjs';

const START_MS = 60_000;
/** A server that ended without having been asked to is started again after this long, and after twice as long each time. */
const REVIVAL_MS = 500;
const LONGEST_REVIVAL_MS = 8000;
/** One that lived for so long is well. */
const WELL_MS = 10_000;
const DATABASE = 'herald';
const ADMIN = 'postgres';

/**
 * Starts a server below `home`, and makes its data at the first start: a superuser, an ordinary role `herald`, and its
 * database of the same name, with the extension. The port stays from start to start, because Citus keeps it. A server that
 * is killed comes back, as under a supervisor.
 *
 * @returns {Promise<{ port: number, url: string, adminUrl: string, run(sql: string): void, read(sql: string): string,
 *   stop(): Promise<void> }>}
 */
export async function startNode({ bin }, home, name, { isCitus }) {
  const account = ordinaryAccount();
  const secrets = readSecrets(home, account);
  const folder = join(home, name);
  const data = join(folder, 'data');
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  mkdirSync(folder, { recursive: true });
  own(folder, account);
  const options = {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', PGPASSFILE: secrets.file },
    ...account,
  };
  if (isNew) {
    const access = [`--pwfile=${secrets.passwordFile}`, `--username=${ADMIN}`, '--auth=scram-sha-256'];
    runProgram(join(bin, 'initdb'), ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', ...access], options);
  }
  const port = await choosePort(join(folder, 'port'));
  const log = openSync(join(home, `${name}.log`), 'a');
  const settings = Object.entries(settingsOf(port, isCitus)).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const launch = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
      ...options,
      stdio: ['ignore', log, log],
      // Ctrl-C in a terminal must not stop it before its clients.
      detached: true,
    });
  let child = launch();
  let exited = endOf(child);
  let isStopping = false;
  const ask = (database, sql) =>
    spawnSync(
      join(bin, 'psql'),
      ['-XAtqv', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', port, '-U', ADMIN, '-d', database, '-c', sql],
      {
        ...options,
        encoding: 'utf8',
      },
    );
  const must = (database, sql) => {
    const { status, stdout, stderr } = ask(database, sql);
    if (status !== 0) {
      throw new SetupError(`${name}: ${stderr.trim()}`);
    }
    return stdout.trim();
  };
  const node = {
    port,
    url: `postgres://${DATABASE}:${secrets.password}@127.0.0.1:${port}/${DATABASE}`,
    adminUrl: `postgres://${ADMIN}:${secrets.password}@127.0.0.1:${port}/${DATABASE}`,
    run: (sql) => void must(DATABASE, sql),
    read: (sql) => must(DATABASE, sql),
    async stop() {
      isStopping = true;
      child.kill('SIGINT');
      await exited;
    },
  };
  try {
    // One that runs there already must not answer in its place.
    const isOwn = () => readFileSync(join(data, 'postmaster.pid'), 'utf8').startsWith(`${child.pid}\n`);
    const answers = () => ask('postgres', 'SELECT 1').status === 0 && isOwn();
    await waitForAnswer(child, answers, join(home, `${name}.log`));
    if (isNew) {
      must('postgres', `CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${secrets.password}'`);
      must('postgres', `CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`);
      must(DATABASE, isCitus ? 'CREATE EXTENSION citus' : 'SELECT 1');
    }
  } catch (error) {
    await node.stop();
    throw error;
  }
  void keepAlive();
  return node;

  async function keepAlive() {
    let pauseMs = REVIVAL_MS;
    for (let born = performance.now(); ; born = performance.now()) {
      await exited;
      pauseMs = performance.now() - born > WELL_MS ? REVIVAL_MS : Math.min(pauseMs * 2, LONGEST_REVIVAL_MS);
      if (!isStopping) {
        console.log(`${name} ended with ${child.signalCode ?? child.exitCode}, and is started again`);
        await sleep(pauseMs);
      }
      if (isStopping) {
        return;
      }
      // Right after a kill it may refuse to start: processes of the dead server still end.
      child = launch();
      exited = endOf(child);
    }
  }
}

function endOf(child) {
  return new Promise((done) => child.once('exit', done).once('error', done));
}

/** Connections: each of the coordinator may become one for each worker, and workers ask each other. */
function settingsOf(port, isCitus) {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    // One lock for each shard of each partition.
    max_locks_per_transaction: '2048',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    ...(isCitus && {
      shared_preload_libraries: 'citus',
      max_prepared_transactions: '300',
      wal_level: 'logical',
      'citus.enable_statistics_collection': 'off',
      // Loopback: the password goes over no network.
      'citus.node_conninfo': 'sslmode=disable',
    }),
  };
}

/** Postgres refuses to run as root. */
function ordinaryAccount() {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const read = (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (read('-u').status !== 0) {
    throw new SetupError('Postgres refuses to run as root, and there is no user postgres; start as an ordinary user.');
  }
  return { uid: Number(read('-u').stdout), gid: Number(read('-g').stdout) };
}

function own(path, { uid, gid }) {
  if (uid !== undefined) {
    chownSync(path, uid, gid);
  }
}

/** One password for all servers. They read it from a file of theirs: Citus connects as the caller's role. */
function readSecrets(home, account) {
  const passwordFile = join(home, 'password');
  const file = join(home, 'pgpass');
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
  }
  const password = readFileSync(passwordFile, 'utf8');
  writeFileSync(file, `*:*:*:*:${password}\n`, { mode: 0o600 });
  [passwordFile, file].forEach((path) => own(path, account));
  chmodSync(home, 0o711);
  return { password, passwordFile, file };
}

async function choosePort(file) {
  if (!existsSync(file)) {
    writeFileSync(file, String(await freePort()));
  }
  return readFileSync(file, 'utf8').trim();
}

function freePort() {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.once('error', fail);
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function waitForAnswer(child, answers, log) {
  const end = performance.now() + START_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < end) {
    if (answers()) {
      return;
    }
    await sleep(200);
  }
  throw new SetupError(`A server did not start; see ${log}.`);
}

function runProgram(program, args, options) {
  const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) {
    rmSync(args[1], { recursive: true, force: true });
    throw new SetupError(`${program}: ${stderr.trim()}`);
  }
}
