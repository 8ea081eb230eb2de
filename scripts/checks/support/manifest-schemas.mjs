// The official schemas of Kubernetes, KEDA and the Prometheus operator, made strict: a field that no schema asks for is a fault.
import { readFileSync } from 'node:fs';

/**
 * Operators of the examples, whose schemas are not installed: the fields that k8s/ uses. They were checked by hand against
 * `@kubernetes-models/cloudnative-pg` and `@kubernetes-models/external-secrets` 2.0.0; check a new field so, too.
 */
const CHECKED_FIELDS = JSON.parse(readFileSync(new URL('operator-fields.json', import.meta.url), 'utf8'));

const SOURCES = {
  'keda.sh/v1alpha1': () => import('@kubernetes-models/keda/keda.sh/v1alpha1'),
  'monitoring.coreos.com/v1': () => import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
};

/**
 * @param {{ apiVersion: string, kind: string }} object
 * @returns {Promise<string[]>} faults
 */
export async function faultsOfSchema(object) {
  const checked = CHECKED_FIELDS[`${object.apiVersion} ${object.kind}`];
  if (checked !== undefined) {
    return [...new Set(leavesOf(object))]
      .filter((path) => !checked.some((known) => known === path || isInside(path, known)))
      .map((path) => `${path} is no field of ${object.kind} that was checked against its schema`);
  }
  const model = (await SOURCES[object.apiVersion]?.())?.[object.kind];
  if (model === undefined) {
    return [`there is no schema for ${object.apiVersion} ${object.kind}`];
  }
  const unread = [];
  try {
    model.prototype.validate.call(watch(object, '', unread));
  } catch (error) {
    return [error.message];
  }
  return unread.flatMap((list) => list()).map((path) => `${path} is no field of ${object.kind}`);
}

/** Tests if a path is below `known`, which ends with `*` where names are free. */
function isInside(path, known) {
  return known.endsWith('/*') && path.startsWith(known.slice(0, -1));
}

/** Paths of all values; those of a list have the path of the list. */
function leavesOf(value, path = '') {
  if (value === null || typeof value !== 'object') {
    return [path];
  }
  return Array.isArray(value)
    ? value.flatMap((item) => leavesOf(item, path))
    : Object.entries(value).flatMap(([key, item]) => leavesOf(item, `${path}/${key}`));
}

/**
 * The schemas let unknown fields pass, so a slip such as `readynessProbe` would do nothing in silence. Their compiled form
 * reads each field that it knows and no other: what stays unread is unknown.
 */
function watch(value, path, unread) {
  if (value === null || typeof value !== 'object') {
    return value;
  }
  const left = new Set(Array.isArray(value) ? [] : Object.keys(value));
  const inside = new Map();
  unread.push(() => [...left].map((key) => `${path}/${key}`));
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'string') {
        return target[key];
      }
      left.delete(key);
      if (!inside.has(key)) {
        inside.set(key, watch(target[key], `${path}/${key}`, unread));
      }
      return inside.get(key);
    },
  });
}
