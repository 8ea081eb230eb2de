import { setTimeout as sleep } from 'node:timers/promises';
import { findOrphans } from '#platform/embedded';

const TIMEOUT_MS = 10_000;

/** Stops processes of an earlier run whose supervisor was killed: they still use its ports. */
export async function stopOrphans(home: string, say: (line: string) => void): Promise<void> {
  const orphans = await findOrphans(home);
  for (const { name, pid } of orphans) {
    say(`stopping the ${name} that an earlier run left behind (process ${pid})`);
    sendSignal(pid, 'SIGTERM');
  }
  for (let waited = 0; orphans.length > 0 && waited < TIMEOUT_MS; waited += 100) {
    if ((await findOrphans(home)).length === 0) {
      return;
    }
    await sleep(100);
  }
  for (const { pid } of await findOrphans(home)) {
    sendSignal(pid, 'SIGKILL');
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}
