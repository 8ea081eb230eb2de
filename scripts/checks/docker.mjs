// The Dockerfile and Compose files, without a Docker engine: every source is there, every command is built, every variable
// is a setting, no process is root, logs and memory have limits, and services refer to services that exist.
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { renderCompose, variablesIn } from './support/compose.mjs';
import { textOf } from './support/files.mjs';
import { readMemoryTable } from './support/memory-rules.mjs';
import { report } from './support/report.mjs';
import { configFields } from './support/settings.mjs';
import { faultsOfContainer, faultsOfMigration, REQUIRED } from './support/surroundings.mjs';

const DOCKERFILE = 'docker/Dockerfile';
const COMPOSE = 'docker/compose.yaml';
const TLS = 'docker/compose.tls.yaml';
const CADDYFILE = 'docker/Caddyfile';
const EXAMPLE = 'docker/.env.example';
const GATEWAYS = ['gateway', 'gateway-2'];
const PROCESSES = [...GATEWAYS, 'worker', 'scheduler', 'simulators', 'migrate', 'apply'];
/** They run once, so nothing watches their health. */
const ONCE = ['migrate', 'apply'];
const OTHERS = ['proxy', 'postgres', 'redis', 'backup'];
/** They are no part of production. */
const PROFILES = ['simulators', 'apply'];
const SECRETS = ['MASTER_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD'];
/** Read by Compose itself. */
const OF_COMPOSE = ['COMPOSE_PROFILES'];
/** The lines of a docker/.env with what is required. */
const FILLED = {
  MASTER_KEY: 'k'.repeat(32),
  POSTGRES_PASSWORD: 'postgres-password',
  REDIS_PASSWORD: 'redis-password',
  DOMAIN: 'herald.test',
};

function faultsOfDockerfile() {
  const lines = textOf(DOCKERFILE)
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const faults = [];
  for (const line of lines.filter((text) => /^(COPY|ADD) (?!--from=)/.test(text))) {
    for (const source of line.split(/\s+/).slice(1, -1)) {
      if (!existsSync(source)) {
        faults.push(`${DOCKERFILE}: "${line}" copies ${source}, which is missing`);
      } else if (!textOf('.dockerignore').split('\n').includes(`!${source}`)) {
        faults.push(`${DOCKERFILE}: "${line}" copies ${source}, which .dockerignore keeps away`);
      }
    }
  }
  const command = /^CMD (\[.*\])$/.exec(last.find((line) => line.startsWith('CMD')) ?? '')?.[1];
  faults.push(...faultsOfContainer(DOCKERFILE, command === undefined ? [] : JSON.parse(command), []));
  const user = /^USER (\d+)/.exec(last.find((line) => line.startsWith('USER')) ?? '')?.[1];
  if (user === undefined || user === '0') {
    faults.push(
      `${DOCKERFILE}: the image must end as a user with a number other than 0 (Kubernetes can check nothing else)`,
    );
  }
  if (!last.includes('STOPSIGNAL SIGTERM')) {
    faults.push(`${DOCKERFILE}: STOPSIGNAL is not SIGTERM, by which every process stops`);
  }
  return faults;
}

function faultsOfCompose() {
  const { services, volumes, configs } = renderCompose([COMPOSE], FILLED);
  const names = Object.keys(services);
  const known = [...PROCESSES, ...OTHERS];
  const faults = [
    ...known.filter((name) => !names.includes(name)).map((name) => `${COMPOSE}: service ${name} is missing`),
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => `${COMPOSE}: service ${name} is not known to this check`),
  ];
  for (const [name, service] of Object.entries(services)) {
    faults.push(...faultsOfService(`${COMPOSE}: ${name}`, name, service, names, volumes));
  }
  const redis = configs[services.redis?.configs?.[0]?.source]?.content ?? '';
  if (!redis.split('\n').includes(`requirepass ${FILLED.REDIS_PASSWORD}`)) {
    faults.push(`${COMPOSE}: redis has no password`);
  }
  return [...faults, ...faultsOfExample()];
}

function faultsOfService(place, name, service, names, volumes) {
  const faults = Object.keys(service.depends_on ?? {})
    .filter((entry) => !names.includes(entry))
    .map((other) => `${place} depends on ${other}, which is no service`);
  for (const volume of (service.volumes ?? []).map((entry) => entry.split(':')[0])) {
    const isHere = volume.startsWith('.') ? !/\.\w+$/.test(volume) || existsSync(`docker/${volume}`) : false;
    if (!isHere && !volume.startsWith('/') && !Object.hasOwn(volumes, volume)) {
      faults.push(`${place} mounts the volume ${volume}, which is not declared`);
    }
  }
  if (!ONCE.includes(name) && service.healthcheck === undefined) {
    faults.push(`${place} has no health check`);
  }
  if (!(Number(service.logging?.options?.['max-file']) > 0 && service.logging.options['max-size'] !== undefined)) {
    faults.push(`${place} has a log without an end (logging: max-size, max-file)`);
  }
  if (service.mem_limit === undefined) {
    faults.push(`${place} has no limit of memory`);
  }
  if (PROFILES.includes(name) !== (service.profiles !== undefined)) {
    faults.push(`${place} ${service.profiles === undefined ? 'runs in production' : 'runs in a profile only'}`);
  }
  if (service.command?.some((word) => Object.values(FILLED).includes(word))) {
    faults.push(`${place} has a password in its command, which every process of the machine can read`);
  }
  return PROCESSES.includes(name) ? [...faults, ...faultsOfProcess(place, name, service)] : faults;
}

function faultsOfExample() {
  const example = textOf(EXAMPLE);
  const told = new Map([...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const texts = [COMPOSE, TLS, DOCKERFILE].map(textOf).join('\n');
  const asked = variablesIn(texts);
  const settings = configFields();
  const faults = [
    ...[...asked].filter((name) => !told.has(name)).map((name) => `${EXAMPLE} does not tell of ${name}`),
    ...[...told.keys()]
      .filter((name) => !asked.has(name) && !settings.has(name) && !OF_COMPOSE.includes(name))
      .map((name) => `${EXAMPLE} tells of ${name}, which ${COMPOSE} does not use`),
  ];
  for (const [, name, preset] of texts.matchAll(/\$\{([A-Z_]+):-([^${}]*)\}/g)) {
    if (told.has(name) && told.get(name) !== '' && told.get(name) !== preset) {
      faults.push(`${EXAMPLE} says ${name}=${told.get(name)}, but without it ${preset} is taken`);
    }
  }
  for (const secret of SECRETS) {
    if (told.get(secret) !== '') {
      faults.push(`${EXAMPLE}: ${secret} must be there and empty`);
    }
    if (new RegExp(`\\$\\{${secret}(?!_|:\\?)`).test(texts)) {
      faults.push(`${COMPOSE}: ${secret} must be required (\${${secret}:?…})`);
    }
  }
  return faults;
}

/** The proxy alone is trusted, by the address that it has, and leads to each gateway; TLS gives both addresses. */
function faultsOfProxy() {
  const { services, networks } = renderCompose([COMPOSE, TLS], FILLED);
  const { proxy = {} } = services;
  const address = proxy.networks?.proxy?.ipv4_address;
  const subnet = networks.proxy?.ipam?.config?.[0]?.subnet ?? '';
  const plain = renderCompose([COMPOSE], FILLED).services;
  const faults = Object.keys(services)
    .filter((name) => plain[name] === undefined)
    .map((name) => `${TLS}: ${name} is no service of ${COMPOSE}`);
  if (address === undefined || !address.startsWith(subnet.replace(/0\/24$/, ''))) {
    faults.push(`${COMPOSE}: proxy has no address of the network proxy`);
  }
  for (const name of GATEWAYS) {
    const { environment = {}, networks: own = [], command } = services[name] ?? {};
    if (!isDeepStrictEqual(command, services.gateway?.command)) {
      faults.push(`${COMPOSE}: ${name} is no gateway`);
    }
    if (environment.TRUSTED_PROXIES !== address) {
      faults.push(`${COMPOSE}: TRUSTED_PROXIES of ${name} is not the address of the proxy`);
    }
    if (!own.includes('proxy') || !own.includes('default')) {
      faults.push(`${COMPOSE}: ${name} is not in the networks default and proxy`);
    }
    if (!new RegExp(`reverse_proxy .*\\b${name}:${environment.PORT} `).test(textOf(CADDYFILE))) {
      faults.push(`${CADDYFILE} does not lead to the port of ${name}`);
    }
  }
  for (const name of PROCESSES.filter((entry) => !['simulators', 'migrate'].includes(entry))) {
    const { PUBLIC_URL, PANEL_URL } = services[name]?.environment ?? {};
    if (PUBLIC_URL !== `https://${FILLED.DOMAIN}` || PANEL_URL !== `https://${FILLED.DOMAIN}`) {
      faults.push(`${TLS}: PUBLIC_URL or PANEL_URL of ${name} is not that of the proxy`);
    }
  }
  return faults;
}

function faultsOfProcess(place, name, service) {
  const own = Object.keys(service.environment ?? {}).filter((variable) => FILLED[variable] === undefined);
  const variables = [...own, ...REQUIRED.filter((entry) => service.environment?.[entry] !== undefined)];
  const faults = faultsOfContainer(place, service.command, variables);
  if (name === 'migrate') {
    faults.push(...faultsOfMigration(place, Object.keys(service.environment ?? {})));
  } else if (name !== 'simulators') {
    faults.push(...REQUIRED.filter((entry) => !variables.includes(entry)).map((entry) => `${place} lacks ${entry}`));
  }
  if (service.read_only !== true || String(service.cap_drop) !== 'ALL') {
    faults.push(`${place} must have a read-only root and no capability`);
  }
  const grace = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000;
  const needed = Number(service.environment?.SHUTDOWN_GRACE_MS ?? configFields().get('SHUTDOWN_GRACE_MS'));
  if (!(grace > needed)) {
    faults.push(
      `${place} is killed (stop_grace_period ${service.stop_grace_period}) before it may end itself (${needed} ms)`,
    );
  }
  const limit = readMemoryTable().get(name.replace(/-\d+$/, ''))?.limit;
  if (limit !== undefined && `${service.mem_limit}i`.toUpperCase() !== limit.toUpperCase()) {
    faults.push(`${place} has another limit of memory than docs/scale.md: ${limit}`);
  }
  return faults;
}

report(
  [...faultsOfDockerfile(), ...faultsOfCompose(), ...faultsOfProxy()],
  `${PROCESSES.length} commands of one image, ${PROCESSES.length + OTHERS.length} services, every variable a setting`,
);
