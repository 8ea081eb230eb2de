import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureAuthority } from '#platform/authority';
import { startSimulators } from '../../../apps/simulators/simulators.js';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import { runBareLoop } from '../send/bare-loop.js';
import { percentile, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- machine --messages N --rounds R`: the factor of this machine. It is the CPU time of the bare HTTP/2 loop of
 * `bench send` for 1,000 messages to iOS, divided by that of the reference machine. Dividing an absolute figure by the factor
 * gives what the reference machine would take.
 */
const REFERENCE_CPU_MS_PER_1000 = 52;

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } },
});
const [messages, rounds] = [Number(values.messages), Number(values.rounds)];
if (!(messages > 0 && rounds > 0)) {
  throw new Error('Usage: bench machine --messages N --rounds R');
}

const home = await mkdtemp(join(tmpdir(), 'herald-machine-'));
const simulators = await startSimulators({ controlPort: 0, authority: await ensureAuthority(home) });
try {
  await new SimulatorClient(simulators.controlUrl).mode({ store: false });
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    costs.push((await runBareLoop(simulators.controlUrl, 'IOS', messages)).cpuMsPer1000);
  }
  const cost = percentile(costs, 0.5);
  console.log(
    JSON.stringify({
      bench: 'machine',
      cpu_model: cpus()[0]?.model ?? 'unknown',
      cpus: cpus().length,
      bare_cpu_ms_per_1000: cost,
      reference_cpu_ms_per_1000: REFERENCE_CPU_MS_PER_1000,
      factor: round2(cost / REFERENCE_CPU_MS_PER_1000),
    }),
  );
} finally {
  await simulators.stop();
  await rm(home, { recursive: true, force: true });
}
