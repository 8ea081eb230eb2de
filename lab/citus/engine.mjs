// Builds Citus against an installed Postgres, into a folder of its own: nothing of the system is changed.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { capture, SetupError } from '../../scripts/setup.mjs';

const OLDEST = 15;
const NEWEST = 17;
const LOG_LINES = 15;

/**
 * Builds the extension, and puts a copy of the Postgres programs beside it: a server looks for its extensions relative to
 * its own place, so the copy finds Citus and the installed one stays as it is. A build that is there is taken.
 *
 * @returns {Promise<{ bin: string, major: number }>} folder of the programs
 * @throws {SetupError} what to do, when sources, headers or programs are missing
 */
export async function buildEngine({ home, sources, pgConfig }) {
  const { BINDIR, PKGLIBDIR, SHAREDIR, INCLUDEDIR_SERVER, VERSION } = await readConfig(pgConfig);
  const major = Number(/^PostgreSQL (\d+)/.exec(VERSION)?.[1]);
  if (!(major >= OLDEST && major <= NEWEST)) {
    throw new SetupError(
      `${pgConfig} is of ${VERSION}; Citus 13 runs on Postgres ${OLDEST} to ${NEWEST}: say --pg-config.`,
    );
  }
  const engine = join(home, `engine-${major}`);
  const bin = join(engine, BINDIR);
  const stamp = join(engine, 'built-from');
  if (existsSync(stamp) && (sources === undefined || readFileSync(stamp, 'utf8') === identify(sources, VERSION))) {
    return { bin, major };
  }
  if (sources === undefined) {
    throw new SetupError('Say --sources DIR, a folder with the sources of Citus 13.');
  }
  const identity = identify(sources, VERSION);
  if (!existsSync(join(INCLUDEDIR_SERVER, 'postgres.h'))) {
    throw new SetupError(
      `The server headers of ${VERSION} are missing; on Debian install postgresql-server-dev-${major}.`,
    );
  }
  rmSync(engine, { recursive: true, force: true });
  const build = join(home, 'build');
  rmSync(build, { recursive: true, force: true });
  cpSync(resolve(sources), build, { recursive: true, filter: (path) => !path.endsWith('/.git') });
  avoidNameClash(build, INCLUDEDIR_SERVER, major);
  // A copy has the times of its making: `make` takes a configure that looks older than its source for stale, and calls autoconf.
  const now = new Date();
  utimesSync(join(build, 'configure'), now, now);
  console.log('herald: building Citus, about ten minutes on two cores …');
  const environment = { ...process.env, PG_CONFIG: pgConfig };
  await runStep('./configure', ['--without-libcurl'], build, environment);
  await runStep('make', [`-j${availableParallelism()}`, 'with_llvm=no', 'extension'], build, environment);
  await runStep('make', ['with_llvm=no', 'install-extension', `DESTDIR=${engine}`], build, environment);
  for (const folder of [BINDIR, PKGLIBDIR, SHAREDIR]) {
    cpSync(folder, join(engine, folder), { recursive: true, dereference: true, force: false });
  }
  writeFileSync(stamp, identity);
  rmSync(build, { recursive: true, force: true });
  return { bin, major };
}

/** Names the source of a build: the version of the sources, and that of Postgres. */
function identify(sources, postgres) {
  const file = join(resolve(sources), 'configure.ac');
  const version = existsSync(file)
    ? /AC_INIT\(\[Citus\], \[(13\.[^\]]+)\]/.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined;
  if (version === undefined) {
    throw new SetupError(`${sources} holds no sources of Citus 13: configure.ac does not name it.`);
  }
  return `Citus ${version}, ${postgres}`;
}

async function readConfig(pgConfig) {
  const { code, output } = await capture(pgConfig, []).catch(() => ({ code: 1, output: '' }));
  if (code !== 0) {
    throw new SetupError(`${pgConfig} does not run; install the server headers of Postgres, or say --pg-config.`);
  }
  return Object.fromEntries(
    output
      .split('\n')
      .map((line) => line.split(' = '))
      .map(([key, value]) => [key.replaceAll('-', '_'), value]),
  );
}

/**
 * Postgres 15 shows `have_createdb_privilege` in its headers since a minor release; Citus has a static function of the
 * same name for it, which then does not compile. The copy of the sources gets another name.
 */
function avoidNameClash(build, headers, major) {
  if (major > 15 || !/\bhave_createdb_privilege\b/.test(readFileSync(join(headers, 'commands/dbcommands.h'), 'utf8'))) {
    return;
  }
  for (const path of [
    'src/include/pg_version_compat.h',
    'src/backend/distributed/commands/serialize_distributed_ddls.c',
  ]) {
    const file = join(build, path);
    if (existsSync(file)) {
      writeFileSync(
        file,
        // Renames the function of the header alone: its macro of the same name is for newer versions.
        readFileSync(file, 'utf8').replaceAll(/^(.*!)?have_createdb_privilege\(/gm, '$1citus_have_createdb_privilege('),
      );
    }
  }
}

async function runStep(command, args, cwd, env) {
  const { code, output } = await capture(command, args, { cwd, env }).catch((error) => ({
    code: 1,
    output: error.message,
  }));
  if (code !== 0) {
    console.error(output.trimEnd().split('\n').slice(-LOG_LINES).join('\n'));
    throw new SetupError(`${command} ${args[0]} failed; what it said stands above.`);
  }
  mkdirSync(dirname(cwd), { recursive: true });
}
