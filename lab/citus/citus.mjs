// npm run citus -- --sources DIR: builds Citus from a folder of its sources, and starts one coordinator and two workers.
// The servers listen on 127.0.0.1, keep their data below --home, and end with this process. For trials and tests alone.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine } from './engine.mjs';
import { startNode } from './node.mjs';
import { main, ROOT, SetupError } from '../../scripts/setup.mjs';

const USAGE = `npm run citus -- --sources DIR [options]
  --sources DIR     a checkout of Citus 13 (https://github.com/citusdata/citus, branch release-13.2); not changed
  --pg-config FILE  pg_config of the Postgres (15 to 17, with its server headers) that it is built against
  --home DIR        where the build and the data go (.herald-citus)
  --workers N       servers beside the coordinator (2)
  --plain           one server of the same Postgres without Citus, to compare`;

main(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      sources: { type: 'string' },
      'pg-config': { type: 'string', default: 'pg_config' },
      home: { type: 'string', default: join(ROOT, '.herald-citus') },
      workers: { type: 'string', default: '2' },
      plain: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const workers = Number(values.workers);
  if (values.help || !Number.isInteger(workers) || workers < 1 || workers > 16) {
    console.log(USAGE);
    return values.help ? 0 : 1;
  }
  const home = resolve(values.home);
  mkdirSync(home, { recursive: true });
  const engine = await buildEngine({ home, sources: values.sources, pgConfig: values['pg-config'] });
  const nodes = [];
  const ended = onSignal();
  try {
    if (values.plain) {
      nodes.push(await startNode(engine, home, 'plain', { isCitus: false }));
      say(`DATABASE_URL=${nodes[0].url}`);
    } else {
      await startCluster(engine, home, workers, nodes);
    }
    await ended;
    return 0;
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

async function startCluster(engine, home, workers, nodes) {
  const names = ['coordinator', ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)];
  for (const name of names) {
    nodes.push(await startNode(engine, home, name, { isCitus: true }));
  }
  const [coordinator, ...others] = nodes;
  // Every node knows the others by the address that the coordinator has. Ports change from start to start.
  const known = coordinator.read('SELECT count(*) FROM pg_dist_node');
  if (known === '0') {
    coordinator.run(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    others.forEach(({ port }) => coordinator.run(`SELECT citus_add_node('127.0.0.1', ${port})`));
  } else if (known !== String(names.length)) {
    throw new SetupError(`${home} was made with ${Number(known) - 1} workers; say --workers ${Number(known) - 1}.`);
  }
  say(
    `${names.length} servers of Citus ${coordinator.read("SELECT extversion FROM pg_extension WHERE extname = 'citus'")}`,
  );
  say(`DATABASE_URL=${coordinator.url}`);
  say(`DATABASE_ADMIN_URL=${coordinator.adminUrl}`);
}

function onSignal() {
  return new Promise((done) => ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.once(signal, done)));
}

function say(line) {
  console.log(line);
}
