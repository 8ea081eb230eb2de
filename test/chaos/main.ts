import { parseArgs } from 'node:util';
import { openLab } from './lab.js';
import { faultsOf } from './kill-figures.js';
import { EVERYBODY, killRounds } from './rounds.js';
import { ORDERLY, runScenario, SCENARIOS, type ScenarioFigures } from './scenarios.js';
import { KINDS } from './victims.js';

/**
 * `npm run chaos -- --seed S --kills N [--recipients R] [--workers W] [--queue postgres|redis] [--victims worker,postgres]`,
 * or `--scenario NAME` (or `all`) for one fault in the middle of a campaign: the last line printed is one JSON object.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '10' },
    recipients: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '1' },
    queue: { type: 'string', default: 'postgres' },
    victims: { type: 'string', default: KINDS.join(',') },
    minutes: { type: 'string', default: '60' },
    scenario: { type: 'string' },
  },
});

const lab = await openLab({
  queue: values.queue === 'redis' ? 'redis' : 'postgres',
  workers: Number(values.workers),
  recipients: Number(values.recipients),
});
// A frozen process could not end by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    lab.killAll();
    process.exit(1);
  });
}
try {
  const faults = values.scenario === undefined ? await killAtRandom() : await runScenarios(values.scenario);
  faults.forEach((fault) => console.error(`FAILED: ${fault}`));
  if (faults.length > 0) {
    // Deaths meet the same plan again, though not at the same instruction.
    console.error(`again: npm run chaos -- ${process.argv.slice(2).join(' ')}`);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await lab.stop();
}

async function killAtRandom(): Promise<string[]> {
  const expected = KINDS.filter((kind) => values.victims.split(',').includes(kind));
  const figures = await killRounds(lab, {
    seed: Number(values.seed),
    kills: Number(values.kills),
    victims: Object.fromEntries(expected.map((kind) => [kind, EVERYBODY[kind]])),
    maxMs: Number(values.minutes) * 60_000,
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify(figures));
  return faultsOf(figures);
}

async function runScenarios(expected: string): Promise<string[]> {
  const names = Object.keys(SCENARIOS).filter((name) => expected === 'all' || expected === name);
  const figures: ScenarioFigures[] = [];
  for (const name of names) {
    const figure = await runScenario(lab, name);
    console.log(JSON.stringify(figure));
    figures.push(figure);
  }
  const worst = Math.max(...figures.map(({ recovery_ms: ms }) => ms));
  const sum = (select: (figure: ScenarioFigures) => number): number =>
    figures.reduce((all, figure) => all + select(figure), 0);
  const lost = sum((figure) => figure.lost);
  const twice = sum((figure) => figure.twice);
  const unlisted = sum((figure) => figure.duplicates_unlisted);
  console.log(
    JSON.stringify({ scenarios: names.length, lost, twice, duplicates_unlisted: unlisted, worst_recovery_ms: worst }),
  );
  const doubted = figures.filter(({ scenario, in_doubt: count }) => ORDERLY.includes(scenario) && count > 0);
  return [
    ...(lost + twice + unlisted === 0 && names.length > 0 ? [] : ['somebody was lost or doubled, or no such scenario']),
    ...doubted.map(({ scenario }) => `${scenario}: somebody is in doubt, though nothing died`),
  ];
}
