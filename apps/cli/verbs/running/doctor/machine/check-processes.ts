import { describeOffset, TOLD_OFFSET_MS } from '#platform/clock';
import { isJsonObject } from '#platform/collections';
import type { RunningHerald } from '#platform/embedded';
import { failed, ok, type Check, type Finding } from '../check.js';

const TIMEOUT_MS = 5000;

/** The processes of the Herald that runs here answer that they are ready. */
export const processesCheck: Check = {
  name: 'processes',
  async run({ running }) {
    if (running === null) {
      return ok('Herald does not run here');
    }
    return [
      ok(`${running.processes.length} under process ${running.pid}`),
      ...(await Promise.all(running.processes.map((process) => checkProcess(running, process)))),
    ];
  },
};

async function checkProcess(
  { address }: RunningHerald,
  { name, port }: RunningHerald['processes'][number],
): Promise<Finding> {
  if (port === null) {
    return failed(`the ${name} is not ready: see the end of its log`);
  }
  const base = name === 'gateway' ? address : `http://127.0.0.1:${port}`;
  try {
    const answer = await fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) {
      return failed(`the ${name} is not ready: ${describeReasons(await answer.json())}`);
    }
    const metrics = await fetch(`${base}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const [, offset] = /^herald_clock_offset_seconds\S* (\S+)$/m.exec(await metrics.text()) ?? [];
    if (offset !== undefined && Math.abs(Number(offset)) * 1000 > TOLD_OFFSET_MS) {
      return failed(`the clock of the ${name} is ${describeOffset(Number(offset) * 1000)}: set it right (NTP)`);
    }
    return ok(`the ${name} is ready on port ${port}`);
  } catch (error) {
    return failed(`the ${name} does not answer on ${base} (${causeOf(error)}): see the end of its log`);
  }
}

/** @param ready  the body of /health/ready */
function describeReasons(ready: unknown): string {
  const checks = isJsonObject(ready) && Array.isArray(ready['checks']) ? ready['checks'].filter(isJsonObject) : [];
  const faults = checks.flatMap(({ ok: isOk, name, reason, since }) =>
    isOk === true ? [] : [`${String(name)}: ${String(reason)} (since ${String(since)})`],
  );
  return faults.join('; ') || 'see the end of its log';
}

/** `fetch` hides the reason in the cause of its error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
