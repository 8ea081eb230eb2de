import { parseArgs } from 'node:util';
import { openLab } from './lab.js';
import { EVERYBODY, faultsOf, killRounds } from './rounds.js';
import { KINDS } from './victims.js';

/**
 * `npm run chaos -- --seed S --kills N [--recipients R] [--workers W] [--queue postgres|redis] [--victims worker,postgres]`:
 * the last line printed is one JSON object.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '10' },
    recipients: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '1' },
    queue: { type: 'string', default: 'postgres' },
    victims: { type: 'string', default: KINDS.join(',') },
  },
});

const wanted = KINDS.filter((kind) => values.victims.split(',').includes(kind));
const lab = await openLab({
  queue: values.queue === 'redis' ? 'redis' : 'postgres',
  workers: Number(values.workers),
  recipients: Number(values.recipients),
});
try {
  const figures = await killRounds(lab, {
    seed: Number(values.seed),
    kills: Number(values.kills),
    victims: Object.fromEntries(wanted.map((kind) => [kind, EVERYBODY[kind]])),
    log: (line) => console.log(line),
  });
  const faults = faultsOf(figures);
  faults.forEach((fault) => console.log(`FAILED: ${fault}`));
  console.log(JSON.stringify(figures));
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await lab.stop();
}
