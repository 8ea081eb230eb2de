// Composes a kustomization as `kubectl kustomize` does, for the fields that k8s/ uses: resources, components, namespace,
// images and patches in JSON 6902. Any other field is a fault, so that nothing is left out in silence.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { textOf } from './files.mjs';

const FILE = 'kustomization.yaml';
const FIELDS = ['apiVersion', 'kind', 'resources', 'components', 'namespace', 'images', 'patches'];
const CLUSTER_WIDE = ['Namespace'];

/**
 * @param {string} folder  of an overlay
 * @returns {object[]} the objects that an `apply -k` would send
 * @throws Error that names the file, when something is missing or is not understood
 */
export function compose(folder) {
  return extend([], folder);
}

/** @param {object[]} objects  what a component is laid upon; nothing for a base or an overlay */
export function extend(objects, folder) {
  const file = join(folder, FILE);
  const { resources = [], components = [], namespace, images = [], patches = [], ...rest } = parse(textOf(file));
  const strange = Object.keys(rest).filter((field) => !FIELDS.includes(field));
  if (strange.length > 0) {
    throw new Error(`${file}: ${strange.join(', ')} is beyond this check; kustomize.mjs must learn it first`);
  }
  let all = [...objects, ...resources.flatMap((name) => read(join(folder, name)))];
  for (const component of components) {
    all = extend(all, join(folder, component));
  }
  for (const { target, patch } of patches) {
    const found = all.filter((entry) => entry.kind === target.kind && entry.metadata.name === target.name);
    if (found.length === 0) {
      throw new Error(`${file}: a patch is for ${target.kind} ${target.name}, which is not there`);
    }
    found.forEach((entry) => parse(patch).forEach((step) => change(entry, step, file)));
  }
  all.forEach((entry) => rename(entry, images));
  if (namespace !== undefined) {
    all
      .filter((entry) => !CLUSTER_WIDE.includes(entry.kind))
      .forEach((entry) => (entry.metadata.namespace = namespace));
  }
  return all;
}

function read(path) {
  if (!existsSync(path)) {
    throw new Error(`${path} is missing`);
  }
  if (statSync(path).isDirectory()) {
    return compose(path);
  }
  return parseAllDocuments(textOf(path)).map((document) => {
    if (document.errors.length > 0) {
      throw new Error(`${path}: ${document.errors[0].message}`);
    }
    // Through JSON: what two places share by an anchor must not change in both.
    return JSON.parse(JSON.stringify(document.toJS()));
  });
}

/** One step of RFC 6902: add, replace or remove. */
function change(object, { op, path, value }, file) {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop();
  const holder = keys.reduce((at, key) => at?.[key], object);
  if (holder === undefined || (op !== 'add' && !Object.hasOwn(holder, last))) {
    throw new Error(`${file}: ${op} ${path} finds nothing in ${object.kind} ${object.metadata.name}`);
  }
  if (op === 'remove' && Array.isArray(holder)) {
    holder.splice(Number(last), 1);
  } else if (op === 'remove') {
    delete holder[last];
  } else if (op === 'add' && Array.isArray(holder)) {
    holder.splice(last === '-' ? holder.length : Number(last), 0, value);
  } else if (op === 'add' || op === 'replace') {
    holder[last] = value;
  } else {
    throw new Error(`${file}: ${op} is beyond this check; kustomize.mjs must learn it first`);
  }
}

function rename(object, images) {
  const pod = object.spec?.template?.spec;
  for (const container of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
    const found = images.find(({ name }) => container.image.replace(/[:@][^/]*$/, '') === name);
    if (found !== undefined) {
      if (found.digest !== undefined) {
        container.image = `${found.newName ?? found.name}@${found.digest}`;
        continue;
      }
      const tag = found.newTag ?? /:([^/]*)$/.exec(container.image)?.[1];
      container.image = `${found.newName ?? found.name}${tag === undefined ? '' : `:${tag}`}`;
    }
  }
}
