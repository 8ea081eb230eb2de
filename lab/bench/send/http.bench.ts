import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureAuthority } from '#platform/authority';
import { startSimulators } from '../../../apps/simulators/simulators.js';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import type { BareFigures } from './bare-loop.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- http --messages N --rounds R`: what a message costs the generic HTTP provider, and what it costs undici
 * alone to post the same body, signed, to the same service, one process each. Rounds take turns, so that a machine that
 * is busy is so for both; what counts is the ratio of the medians.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '30000' }, rounds: { type: 'string', default: '5' } },
});
const dir = await mkdtemp(join(tmpdir(), 'herald-http-bench-'));
const simulators = await startSimulators({ controlPort: 0, authority: await ensureAuthority(dir) });
try {
  await new SimulatorClient(simulators.controlUrl).mode({ store: false });
  const { host, port } = simulators.endpoints.http;
  const place = `https://${host}:${port}`;
  const figures: Record<Side, BareFigures[]> = { herald: [], bare: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const side of ['bare', 'herald'] as const) {
      figures[side].push(await run(side, place, simulators.endpoints.ca));
    }
  }
  const cost = (side: Side): number => median(figures[side].map(({ cpuMsPer1000 }) => cpuMsPer1000));
  const rate = (side: Side): number => Math.round(median(figures[side].map(({ ratePerS }) => ratePerS)));
  console.log(
    JSON.stringify({
      bench: 'http',
      messages: Number(values.messages),
      rounds: Number(values.rounds),
      cpu_ms_per_1000: round2(cost('herald')),
      bare_cpu_ms_per_1000: round2(cost('bare')),
      ratio: round2(cost('herald') / cost('bare')),
      rate_per_s: rate('herald'),
      bare_rate_per_s: rate('bare'),
    }),
  );
} finally {
  await simulators.stop();
  await rm(dir, { recursive: true, force: true });
}

type Side = 'herald' | 'bare';

function run(side: Side, place: string, ca: string): Promise<BareFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join('dist', 'lab', 'bench', 'send', 'http-client.js'), [place, ca, side, values.messages], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (figures: BareFigures) => resolve(figures));
    child.once('exit', (code) => reject(new Error(`The client ended with ${code}`)));
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
