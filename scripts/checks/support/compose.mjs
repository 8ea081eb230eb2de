// Renders Compose files as `docker compose config` does, for what docker/ uses: merged files, anchors, variables, env_file.
import { parse } from 'yaml';
import { textOf } from './files.mjs';

/** Kinds of the values of a service, by key (https://github.com/compose-spec/compose-spec); docker/ uses no other key. */
const SERVICE = {
  image: 'text',
  build: 'map',
  restart: 'text',
  read_only: 'flag',
  tmpfs: 'list',
  cap_drop: 'list',
  cap_add: 'list',
  security_opt: 'list',
  pids_limit: 'number',
  mem_limit: 'text',
  shm_size: 'text',
  logging: 'map',
  stop_grace_period: 'text',
  env_file: 'list',
  environment: 'map',
  volumes: 'list',
  configs: 'list',
  ports: 'list',
  networks: 'list or map',
  depends_on: 'map',
  healthcheck: 'map',
  command: 'list',
  entrypoint: 'list',
  profiles: 'list',
};
const parsed = new Map();
const TOP = ['name', 'services', 'networks', 'volumes', 'configs'];
const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?|:\+)([\s\S]*))?\}$/;

/**
 * @param {string[]} files  later ones are laid upon earlier ones
 * @param {Record<string, string>} env  the lines of docker/.env
 * @returns {{ services: Record<string, object>, networks: object, volumes: object, configs: object }} `environment` of each service has what its
 *   `env_file` gives: `.env` are the lines of `env`
 * @throws Error that names a key that is unknown, or a variable that must be set
 */
export function renderCompose(files, env) {
  const whole = files.map((file) => readFile(file, env)).reduce(merge);
  for (const service of Object.values(whole.services)) {
    const given = (service.env_file ?? []).includes('.env') ? env : {};
    service.environment = { ...given, ...service.environment };
  }
  return whole;
}

/** Reads a file once, however often it is rendered. */
function parseFile(file) {
  const text = textOf(file);
  if (parsed.get(file)?.text !== text) {
    parsed.set(file, { text, tree: parse(text, { merge: true }) });
  }
  return parsed.get(file).tree;
}

function readFile(file, env) {
  const { services = {}, networks = {}, volumes = {}, configs = {}, ...rest } = parseFile(file);
  const strange = Object.keys(rest).filter((key) => !TOP.includes(key) && !key.startsWith('x-'));
  for (const [name, service] of Object.entries(services)) {
    strange.push(
      ...Object.entries(service)
        .filter(([key, value]) => !SERVICE[key]?.split(' or ').includes(kindOf(value)))
        .map(([key, value]) => `${name}.${key} (${kindOf(value)})`),
    );
  }
  if (strange.length > 0) {
    throw new Error(`${file}: ${strange.join(', ')} is nothing that this check knows of Compose`);
  }
  return fill({ services, networks, volumes, configs }, env, file);
}

function kindOf(value) {
  return Array.isArray(value)
    ? 'list'
    : ({ string: 'text', boolean: 'flag', number: 'number', object: 'map' }[typeof value] ?? typeof value);
}

/** Copies a tree with its variables replaced. */
function fill(value, env, file) {
  if (typeof value === 'string') {
    return interpolate(value, env, file);
  }
  if (Array.isArray(value)) {
    return value.map((item) => fill(item, env, file));
  }
  return value === null || typeof value !== 'object'
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, env, file)]));
}

/**
 * Replaces `${NAME}`, `${NAME:-else}`, `${NAME:+then}` and `${NAME:?reason}`, also inside each other.
 *
 * @throws Error when a variable with `:?` is empty
 */
export function interpolate(text, env, file = 'text') {
  let result = '';
  for (let at = 0; at < text.length;) {
    const end = text.startsWith('${', at) ? endOf(text, at) : -1;
    if (end === -1) {
      result += text[at];
      at += 1;
      continue;
    }
    const [, name, operator, other = ''] = VARIABLE.exec(text.slice(at, end)) ?? [];
    if (name === undefined) {
      throw new Error(`${file}: ${text.slice(at, end)} is no variable of Compose`);
    }
    const value = env[name] ?? '';
    if (operator === ':?' && value === '') {
      throw new Error(`${file}: ${name} is required: ${other}`);
    }
    const replacement = operator === ':+' ? other : value === '' && operator === ':-' ? other : null;
    result +=
      replacement === null ? value : value === '' && operator === ':+' ? '' : interpolate(replacement, env, file);
    at = end;
  }
  return result;
}

function endOf(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    depth += text.startsWith('${', at) ? 1 : text[at] === '}' ? -1 : 0;
    if (depth === 0) {
      return at + 1;
    }
  }
  throw new Error(`${text} has an open brace`);
}

/** Lays a later file upon an earlier one: maps are merged, ports and volumes are added, all else is replaced. */
function merge(base, over, key = '') {
  if (kindOf(base) === 'map' && kindOf(over) === 'map') {
    const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])];
    return Object.fromEntries(
      keys.map((name) => [
        name,
        name in base && name in over ? merge(base[name], over[name], name) : (over[name] ?? base[name]),
      ]),
    );
  }
  return ['ports', 'volumes'].includes(key) ? [...base, ...over] : over;
}

/** Names of the variables that a text of Compose asks for. */
export function variablesIn(text) {
  return new Set([...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name));
}
