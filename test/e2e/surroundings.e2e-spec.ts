import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#platform/embedded';

/** A checkout before its first start: nothing is installed or built. */
let tree: string;
let holder: Server | undefined;

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'herald-tree-'));
  for (const path of ['scripts', 'bin', 'package.json', 'package-lock.json']) {
    await cp(resolve(path), join(tree, path), { recursive: true });
  }
});
afterEach(async () => {
  holder?.close();
  await rm(tree, { recursive: true, force: true });
});

async function takePort(): Promise<number> {
  holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return Number(Reflect.get(Object(holder.address()), 'port'));
}

async function run(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; text: string }> {
  const { PORT: _, SIMULATOR_PORT: __, HERALD_HOME: ___, DATABASE_URL: ____, ...rest } = process.env;
  const child = spawn(process.execPath, [join(tree, script), ...args], { cwd: tmpdir(), env: { ...rest, ...env } });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

describe('npm start', () => {
  it.each(['PORT', 'SIMULATOR_PORT'])(
    'npm start names the process that holds %s before it installs anything',
    async (variable) => {
      const port = await takePort();
      const free = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
      const { code, text } = await run('scripts/start.mjs', [], { ...free, [variable]: String(port) });
      const who = process.platform === 'linux' ? `(?!MainThread).+ \\(process ${process.pid}\\)` : '.+';
      expect(text.trim()).toMatch(
        new RegExp(
          `^herald: Port ${port} is taken by ${who}; stop it, or choose another: ${variable}=${port + 1000} npm start\\.$`,
        ),
      );
      expect(code).toBe(1);
    },
  );

  it('npm start reads .env where the environment does not say otherwise', async () => {
    const port = await takePort();
    await writeFile(join(tree, '.env'), `# of this machine\nPORT=${port}\nSIMULATOR_PORT=0\n`);
    expect((await run('scripts/start.mjs', [])).text).toContain(`Port ${port} is taken`);
    // Another fault, after the look at the ports: this checkout has no lock file.
    await rm(join(tree, 'package-lock.json'));
    const { text } = await run('scripts/start.mjs', [], { PORT: String(await freePort()) });
    expect(text.trim()).toMatch(/^herald: package-lock\.json is missing/);
  });
});

describe('herald VERB', () => {
  beforeEach(async () => {
    await symlink(resolve('dist'), join(tree, 'dist'));
    await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  });

  it('A herald verb reads .env of its project from any folder, with paths relative to it', async () => {
    await writeFile(join(tree, '.env'), 'HERALD_HOME=a-home\nDATABASE_URL=\n');
    expect((await run('bin/herald.mjs', ['key', 'list', 'shop'])).text).toContain(`No Herald runs in ${tree}/a-home;`);
    const { text } = await run('bin/herald.mjs', ['key', 'list', 'shop'], { HERALD_HOME: join(tree, 'other') });
    expect(text).toContain(`No Herald runs in ${tree}/other;`);
  });

  it('A herald verb warns of misspelt settings in the environment and in .env', async () => {
    await writeFile(join(tree, '.env'), 'DATABSE_URL=postgres://localhost/herald\n');
    const { text } = await run('bin/herald.mjs', ['key', 'list', 'shop'], { HERALD_HOM: tree });
    expect(text).toContain(
      'herald: warning: DATABSE_URL is no setting of Herald and has no effect; did you mean DATABASE_URL?',
    );
    expect(text).toContain(
      'herald: warning: HERALD_HOM is no setting of Herald and has no effect; did you mean HERALD_HOME?',
    );
  });
});
