import { fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, readRunState } from '#platform/embedded';
import { rssBytesOf } from '../../../test/support/processes/children.js';

/**
 * `npm run bench -- up`: from a finished build and an empty home to everything up, to the demo's first accepted push,
 * and what each process then holds in memory (resident, 5 s after the demo has ended).
 */
const SETTLE_MS = 5000;
const home = await mkdtemp(join(tmpdir(), 'herald-start-'));
// Under root the database runs as another user, who must be able to enter.
await chmod(home, 0o755);
const simulatorPort = await freePort();
const env = {
  ...process.env,
  HERALD_HOME: home,
  PORT: String(await freePort()),
  SIMULATOR_PORT: String(simulatorPort),
};
const started = performance.now();
const herald = fork('dist/apps/cli/main.js', ['up'], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
let output = '';
herald.stdout?.on('data', (text: Buffer) => {
  output += text.toString();
});
try {
  const upS = await when(() => output.includes('Herald is up'));
  const firstPushS = await when(async () => (await accepted()) > 0);
  const demoS = await when(() => output.includes('Ctrl-C stops everything'));
  await sleep(SETTLE_MS);
  const state = await readRunState(home);
  const memory = (state?.processes ?? []).map(({ name, pid }) => [`${name}_rss_mb`, megabytes(rssBytesOf(pid))]);
  console.log(output);
  console.log(
    JSON.stringify({
      bench: 'up',
      up_s: upS,
      first_push_s: firstPushS,
      demo_done_s: demoS,
      supervisor_rss_mb: megabytes(rssBytesOf(herald.pid ?? 0)),
      ...Object.fromEntries(memory),
    }),
  );
} finally {
  await new Promise((resolve) => {
    herald.once('exit', resolve);
    herald.kill('SIGTERM');
  });
  await rm(home, { recursive: true, force: true });
}

/** Seconds since the start until something holds; a minute and a half at the most. */
async function when(holds: () => boolean | Promise<boolean>): Promise<number> {
  while (!(await holds())) {
    if (performance.now() - started > 90_000 || herald.exitCode !== null) {
      throw new Error(`It does not come up:\n${output}`);
    }
    await sleep(20);
  }
  return Math.round((performance.now() - started) / 10) / 100;
}

async function accepted(): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${simulatorPort}/counts`);
    const counts = (await answer.json()) as Record<string, { accepted: number }>;
    return Object.values(counts).reduce((sum, provider) => sum + provider.accepted, 0);
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
