// The official schemas of Kubernetes, KEDA and the Prometheus operator, made strict: a field that no schema asks for is a fault.

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
