// Every setting reaches its processes on one machine, in Compose and in Kubernetes, or has a reason.
//
//   node scripts/checks/reach.mjs --list
//
// prints the table. Compose is rendered with each setting in docker/.env, Kubernetes is composed of base and components.
import { parseAllDocuments } from 'yaml';
import { renderCompose } from './support/compose.mjs';
import { filesOf, textOf } from './support/files.mjs';
import { report } from './support/report.mjs';
import { configFields, isSecret } from './support/settings.mjs';
import { OF_MIGRATION } from './support/surroundings.mjs';

const COMPOSE = 'docker/compose.yaml';
const BASE = 'k8s/base';
const SUPERVISOR = 'apps/cli/up/supervisor.ts';
const PROCESSES = ['gateway', 'worker', 'scheduler', 'migrate'];
const FILLED = { MASTER_KEY: 'k'.repeat(32), POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r' };
/** Settings that an operator cannot change in a place, with the reason. */
const REASONS = {
  'one machine': {
    HEALTH_PORT: 'each process has a free port, which run.json names',
  },
  Compose: {
    HERALD_DEMO: 'the demo belongs to npm start',
    HERALD_HOME: 'the folder of the image',
    HOST: 'all addresses of the container; BIND chooses those of the machine',
    PORT: 'the port of the container; docker/.env chooses that of the machine',
    HEALTH_HOST: 'asked by the health check of the container',
    HEALTH_PORT: 'asked by the health check of the container',
    INBOUND_MAIL_PORT: 'the port of the container; INBOUND_MAIL chooses that of the machine',
    INBOUND_MAIL_HOST: 'all addresses of the container',
    TLS_CERT: 'TLS ends at the proxy (compose.tls.yaml), which asks gateways in plain HTTP',
    TLS_KEY: 'TLS ends at the proxy',
  },
  Kubernetes: {
    TLS_CERT: 'TLS ends at the Ingress, and probes ask in plain HTTP',
    TLS_KEY: 'TLS ends at the Ingress',
    HERALD_HOME: 'the folder of the image; no process but the simulators writes there',
  },
};

/** Processes of one machine get the environment of `herald up`, except what that sets itself. */
function reachOnMachine(name) {
  const own = new RegExp(`^\\s+${name}: '`, 'm').test(textOf(SUPERVISOR));
  return textOf('.env.example').includes(`\n${name}=`) && !own;
}

function reachInCompose(name) {
  const value = `${FILLED[name] ?? ''}set-by-operator`;
  const { services } = renderCompose([COMPOSE], { ...FILLED, [name]: value });
  const readers = PROCESSES.filter((process) => process !== 'migrate' || OF_MIGRATION.includes(name));
  return readers.every((process) => services[process]?.environment?.[name]?.endsWith(value));
}

const pods = filesOf(BASE, /\.yaml$/)
  .flatMap((file) => parseAllDocuments(textOf(file)).map((document) => document.toJS()))
  .flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
  .filter(({ name }) => PROCESSES.includes(name));

function reachInKubernetes(name) {
  return isSecret(name)
    ? pods.some(({ env }) => env.some((entry) => entry.valueFrom?.secretKeyRef?.key === name && entry.name === name))
    : pods.length === PROCESSES.length &&
        pods.every(
          ({ envFrom, env }) =>
            envFrom?.[0]?.configMapRef?.name === 'herald' && env.every((entry) => entry.name !== name),
        );
}

const places = { 'one machine': reachOnMachine, Compose: reachInCompose, Kubernetes: reachInKubernetes };
const names = [...configFields().keys()];
const rows = names.map((name) => [
  name,
  ...Object.entries(places).map(([place, reaches]) => REASONS[place][name] ?? (reaches(name) ? 'yes' : 'NO')),
]);
if (process.argv.includes('--list')) {
  for (const row of [['setting', ...Object.keys(places)], ...rows]) {
    console.log(
      row
        .map((cell, at) => cell.padEnd(at === 0 ? 34 : 14))
        .join(' ')
        .trimEnd(),
    );
  }
}
report(
  [
    ...rows.flatMap(([name, ...cells]) =>
      cells.flatMap((cell, at) =>
        cell === 'NO' ? [`${name} does not reach its processes in ${Object.keys(places)[at]}, and has no reason`] : [],
      ),
    ),
    ...Object.entries(REASONS).flatMap(([place, reasons]) =>
      Object.keys(reasons)
        .filter((name) => !names.includes(name))
        .map((name) => `${name} has a reason for ${place}, but is no setting`),
    ),
  ],
  `${names.length} settings reach their processes on one machine, in Compose and in Kubernetes, or have a reason`,
);
