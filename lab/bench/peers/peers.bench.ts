import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { hasRedisServer } from '../../../test/support/processes/own-redis.js';
import { installPrograms } from './install-programs.js';
import { readOptions } from './peer-options.js';
import { toFigures, toTable } from './peer-report.js';
import { runRound, type RoundFigures } from './peer-round.js';

/**
 * `npm run bench -- peers`: the same campaign to APNs, the same simulators and the same machine, one system after the other:
 * Herald, Parse Server with its push adapter, and the recipe of many posts (BullMQ, a job for each recipient). The others
 * are installed into a cache folder by the first run. Each system has a database and simulators of its own, one process
 * that sends, and is killed once. Prints versions, a line for each round, a table, and one flat JSON object.
 */
const { sizes, peers, rounds, cache } = readOptions(process.argv.slice(2), process.env);
if (peers.includes('recipe') && !hasRedisServer()) {
  throw new Error('The recipe needs a redis-server on the PATH; --peers herald,parse does without');
}
// An end by a signal ends the servers too: each has a listener for the end of this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}
const { folder, versions } = await installPrograms(cache);
const system = { node: process.version, ...(peers.includes('recipe') && { redis: redisVersion() }) };
console.log(JSON.stringify({ ...versions, ...system }));

const figures: RoundFigures[] = [];
for (const installations of sizes) {
  for (let round = 0; round < rounds; round++) {
    for (const peer of round % 2 === 0 ? peers : peers.toReversed()) {
      const load = loadavg()[0];
      const result = await runRound(peer, installations, folder);
      figures.push(result);
      console.log(JSON.stringify({ round: round + 1, load, ...result }));
    }
  }
}
console.log(`\n${toTable(figures)}\n`);
console.log(JSON.stringify({ bench: 'peers', rounds, ...toFigures(figures) }));

function redisVersion(): string {
  return /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1] ?? '';
}
