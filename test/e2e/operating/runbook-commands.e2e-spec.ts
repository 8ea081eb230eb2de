import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { testApplication } from '../../support/contract/application.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';
import { childOf, startStack, type Stack } from '../../support/processes/stack.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { readRunbookCommands, reasonToSkip, type RunbookCommand } from '../../support/runbooks/runbook-commands.js';

const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const USERS = 20;

interface Outcome {
  code: number | null;
  output: string;
  faults: string;
}

describe('Commands of the runbooks', { timeout: 900_000 }, () => {
  const commands = readRunbookCommands();
  const safe = commands.filter((command) => reasonToSkip(command) === undefined);
  let fresh: FreshDatabase;
  let stack: Stack;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    fresh = await freshDatabase();
    stack = await startStack({ databaseUrl: fresh.url, masterKey: MASTER_KEY });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
    const key = await stack.rest.sendBulk({ title: 'Sale', text: 'All shoes', platforms: ['IOS'] });
    await stack.rest.finished(key, 120_000);
    folder = await mkdtemp(join(tmpdir(), 'herald-runbooks-'));
    // In the place of the image's `herald`, and of npx in the project.
    const program = join(folder, 'herald');
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/apps/cli/main.js')}' "$@"\n`);
    await writeFile(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n');
    await Promise.all([program, join(folder, 'npx')].map((file) => chmod(file, 0o755)));
    await writeFile(join(folder, 'app.yaml'), stringify(testApplication('shop')));
    const base = (name: string): string => `http://127.0.0.1:${childOf(stack, name).port}`;
    env = {
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      HERALD_HOME: folder,
      DATABASE_URL: fresh.url,
      MASTER_KEY,
      GATEWAY: base('gateway'),
      WORKER: base('worker'),
      SCHEDULER: base('scheduler'),
      PROCESS: base('worker'),
      SIMULATOR_PORT: String(childOf(stack, 'simulators').port),
      KEY: stack.keys.rest,
      NOTIFICATION: String(key),
    };
  }, 600_000);
  afterAll(async () => {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
    await fresh.close();
  });

  /** Runs a command as the page has it, with the names of this installation. */
  async function run({ text: command }: RunbookCommand): Promise<Outcome> {
    const filled = command
      .replace(/notificationKey=KEY|--campaign KEY/g, (found) => found.replace('KEY', env['NOTIFICATION'] ?? ''))
      .replace(/(?<![$A-Z_])\b(?:ID|KEY)\b/g, env['NOTIFICATION'] ?? '')
      .replace(/\bAPP\b/g, 'shop')
      .replace(/\bCHANNEL\b/g, 'apns')
      .replace(/\bWORK\b/g, 'index.update')
      .replaceAll('/var/lib/docker', '/');
    const child = spawn('bash', ['-c', filled], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, faults, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((done) => child.once('close', done)),
    ]);
    return { code, output, faults };
  }

  it('Every command of a page runs here, or has a reason why it does not', () => {
    const skipped = new Map<string, string[]>();
    for (const command of commands) {
      const reason = reasonToSkip(command);
      if (reason !== undefined) {
        skipped.set(reason, [...(skipped.get(reason) ?? []), `${command.page}: ${command.text.split('\n')[0]}`]);
      }
    }
    console.log(`${safe.length} of ${commands.length} commands of the runbooks run:`);
    for (const [reason, list] of skipped) {
      console.log(`${list.length} not, because each ${reason}\n  ${list.join('\n  ')}`);
    }
    expect(safe.length).toBeGreaterThan(50);
    expect(safe.length).toBeGreaterThan(commands.length / 2);
  });

  it.each(safe)('In $page this command runs against an installation: $text', async (command) => {
    const { code, output, faults } = await run(command);
    // `grep` of figures that this installation has not ends with 1, and so does a finding of `doctor` and `account test`.
    const mayFind = /\| grep\b|\bherald (?:doctor|account test)\b/.test(command.text);
    expect([0, ...(mayFind ? [1] : [])], `${output}\n${faults}`).toContain(code);
    expect(faults).not.toMatch(/^herald: |not found|curl: /m);
    expect(output).not.toMatch(/"error"|^FAILED {2}(?!processes|panel|apns)/m);
  });
});
