// The Dockerfile and compose.yaml, without a Docker engine: every source is there, every command is built, every variable
// is a setting, nobody is root, and services refer to services that exist.
import { existsSync } from 'node:fs';
import { parse } from 'yaml';
import { textOf } from './support/files.mjs';
import { report } from './support/report.mjs';
import { faultsOfContainer, REQUIRED } from './support/surroundings.mjs';

const DOCKERFILE = 'docker/Dockerfile';
const COMPOSE = 'docker/compose.yaml';
const TLS = 'docker/compose.tls.yaml';
const CADDYFILE = 'docker/Caddyfile';
const EXAMPLE = 'docker/.env.example';
const PROCESSES = ['gateway', 'worker', 'scheduler', 'simulators', 'migrate', 'apply'];
/** They run once, so nothing watches their health. */
const ONCE = ['migrate', 'apply'];
const OTHERS = ['postgres', 'redis'];

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
  const text = textOf(COMPOSE);
  const { services = {}, volumes = {} } = parse(text, { merge: true });
  const names = Object.keys(services);
  const faults = [...PROCESSES, ...OTHERS]
    .filter((name) => !names.includes(name))
    .map((name) => `${COMPOSE}: service ${name} is missing`);
  faults.push(
    ...names
      .filter((name) => ![...PROCESSES, ...OTHERS].includes(name))
      .map((name) => `${COMPOSE}: service ${name} is not known to this check`),
  );
  for (const [name, service] of Object.entries(services)) {
    const place = `${COMPOSE}: ${name}`;
    for (const other of Object.keys(service.depends_on ?? {}).filter((entry) => !names.includes(entry))) {
      faults.push(`${place} depends on ${other}, which is no service`);
    }
    for (const volume of (service.volumes ?? []).map((entry) => entry.split(':')[0])) {
      if (!/^[./$]/.test(volume) && !Object.hasOwn(volumes, volume)) {
        faults.push(`${place} mounts the volume ${volume}, which is not declared`);
      }
    }
    if (!ONCE.includes(name) && service.healthcheck === undefined) {
      faults.push(`${place} has no health check`);
    }
    if (PROCESSES.includes(name)) {
      faults.push(...faultsOfProcess(place, name, service));
    }
  }
  const example = textOf(EXAMPLE);
  const asked = new Set([...`${text}\n${textOf(TLS)}`.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  const told = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  faults.push(...[...asked].filter((name) => !told.has(name)).map((name) => `${EXAMPLE} does not tell of ${name}`));
  faults.push(
    ...[...told]
      .filter((name) => !asked.has(name))
      .map((name) => `${EXAMPLE} tells of ${name}, which ${COMPOSE} does not use`),
  );
  for (const secret of ['MASTER_KEY', 'POSTGRES_PASSWORD']) {
    if (!new RegExp(`^${secret}=$`, 'm').test(example)) {
      faults.push(`${EXAMPLE}: ${secret} must be there and empty`);
    }
    if (new RegExp(`\\$\\{${secret}(?!_|:\\?)`).test(text)) {
      faults.push(`${COMPOSE}: ${secret} must be required (\${${secret}:?…})`);
    }
  }
  return faults;
}

/** The proxy alone is trusted, by the address that it has, and leads to the gateway. */
function faultsOfTls() {
  const { services = {}, volumes = {}, networks = {} } = parse(textOf(TLS), { merge: true });
  const base = parse(textOf(COMPOSE), { merge: true }).services ?? {};
  const { caddy = {}, gateway = {} } = services;
  const address = caddy.networks?.proxy?.ipv4_address;
  const subnet = networks.proxy?.ipam?.config?.[0]?.subnet ?? '';
  const faults = Object.keys(services)
    .filter((name) => name !== 'caddy' && base[name] === undefined)
    .map((name) => `${TLS}: ${name} is no service of ${COMPOSE}`);
  if (address === undefined || !address.startsWith(subnet.replace(/0\/24$/, ''))) {
    faults.push(`${TLS}: caddy has no address of the network proxy`);
  }
  if (gateway.environment?.TRUSTED_PROXIES !== address) {
    faults.push(`${TLS}: TRUSTED_PROXIES of the gateway is not the address of caddy`);
  }
  if (!gateway.networks?.includes('proxy') || !gateway.networks.includes('default')) {
    faults.push(`${TLS}: the gateway is not in the networks default and proxy`);
  }
  if (!textOf(CADDYFILE).includes(`reverse_proxy gateway:${base.gateway?.environment?.PORT}\n`)) {
    faults.push(`${CADDYFILE} does not lead to the port of the gateway`);
  }
  for (const source of (caddy.volumes ?? []).map((entry) => entry.split(':')[0])) {
    if (source.startsWith('.') ? !existsSync(`docker/${source}`) : !Object.hasOwn(volumes, source)) {
      faults.push(`${TLS}: caddy mounts ${source}, which is missing`);
    }
  }
  if (caddy.healthcheck === undefined) {
    faults.push(`${TLS}: caddy has no health check`);
  }
  for (const name of ['gateway', 'worker', 'scheduler']) {
    if (!services[name]?.environment?.PUBLIC_URL?.startsWith('https://${DOMAIN:?')) {
      faults.push(`${TLS}: PUBLIC_URL of ${name} is not that of the proxy`);
    }
  }
  return faults;
}

function faultsOfProcess(place, name, service) {
  const variables = Object.keys(service.environment ?? {});
  const faults = faultsOfContainer(place, service.command, variables);
  if (name !== 'simulators') {
    faults.push(...REQUIRED.filter((entry) => !variables.includes(entry)).map((entry) => `${place} lacks ${entry}`));
  }
  if (service.read_only !== true || String(service.cap_drop) !== 'ALL') {
    faults.push(`${place} must have a read-only root and no capability`);
  }
  const grace = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000;
  const own = Number(service.environment?.SHUTDOWN_GRACE_MS ?? 0);
  if (!(grace > own)) {
    faults.push(
      `${place} is killed (stop_grace_period ${service.stop_grace_period}) before it may end itself (${own} ms)`,
    );
  }
  return faults;
}

report(
  [...faultsOfDockerfile(), ...faultsOfCompose(), ...faultsOfTls()],
  `${PROCESSES.length} commands of one image, ${PROCESSES.length + OTHERS.length} services, every variable a setting`,
);
