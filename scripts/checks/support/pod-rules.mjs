// Rules of every pod: no privileges, probes that the process answers, time to stop by itself.
import { isSecret } from './settings.mjs';
import { faultsOfContainer, faultsOfMigration, REQUIRED } from './surroundings.mjs';

const IMAGE = /(^|\/)herald(:|$)/;

/** @returns {string | null} what is wrong, when the value is not as it must be */
function must(place, task, holds) {
  return holds ? null : `${place}: ${task}`;
}

/**
 * @param {object} workload  Deployment, StatefulSet or Job
 * @param {Map<string, object>} objects  all of the overlay, by `Kind/name`
 * @returns {string[]}
 */
export function faultsOfPod(workload, objects) {
  const place = `${workload.kind} ${workload.metadata.name}`;
  const pod = workload.spec.template.spec;
  const security = pod.securityContext ?? {};
  const faults = [
    must(place, 'runAsNonRoot is not true', security.runAsNonRoot === true),
    must(place, 'no number of a user other than root', security.runAsUser > 0),
    must(place, 'seccompProfile is not RuntimeDefault', security.seccompProfile?.type === 'RuntimeDefault'),
    must(place, 'automountServiceAccountToken is not false', pod.automountServiceAccountToken === false),
    must(
      place,
      `ServiceAccount ${pod.serviceAccountName} does not exist`,
      pod.serviceAccountName === undefined || objects.has(`ServiceAccount/${pod.serviceAccountName}`),
    ),
  ];
  for (const container of pod.containers) {
    faults.push(...faultsOfSecurity(`${place}, container ${container.name}`, container));
    faults.push(...faultsOfEnvironment(`${place}, container ${container.name}`, container, objects));
    faults.push(...faultsOfVolumes(place, workload, container));
    if (workload.kind !== 'Job') {
      faults.push(...faultsOfLife(place, pod, container, objects));
    }
  }
  return faults.filter((fault) => fault !== null);
}

function faultsOfSecurity(place, { securityContext: security = {}, resources = {} }) {
  return [
    must(place, 'allowPrivilegeEscalation is not false', security.allowPrivilegeEscalation === false),
    must(place, 'readOnlyRootFilesystem is not true', security.readOnlyRootFilesystem === true),
    must(place, 'capabilities are not dropped', String(security.capabilities?.drop) === 'ALL'),
    must(
      place,
      'no request of cpu and memory',
      resources.requests?.cpu !== undefined && resources.requests?.memory !== undefined,
    ),
    must(place, 'no limit of memory', resources.limits?.memory !== undefined),
  ];
}

function faultsOfEnvironment(place, { image, command, env = [], envFrom = [] }, objects) {
  const maps = envFrom.map(({ configMapRef }) => objects.get(`ConfigMap/${configMapRef?.name}`));
  const given = maps.flatMap((map) => Object.keys(map?.data ?? {}));
  const variables = [...given, ...env.map(({ name }) => name)];
  const plain = [...given, ...env.filter(({ value }) => value !== undefined).map(({ name }) => name)];
  const ours = IMAGE.test(image);
  return [
    must(
      place,
      'its envFrom names a ConfigMap that does not exist',
      maps.every((map) => map !== undefined),
    ),
    ...plain.map((name) => must(place, `${name} is a secret and must come by reference`, !isSecret(name))),
    ...(ours ? faultsOfContainer(place, command, variables) : []),
    ...(ours && command?.includes('migrate') ? faultsOfMigration(place, variables) : []),
    ...(ours && envFrom.length > 0 && !command?.includes('migrate') ? REQUIRED : []).map((name) =>
      must(place, `lacks ${name}`, variables.includes(name)),
    ),
  ];
}

function faultsOfVolumes(place, workload, { volumeMounts = [] }) {
  const names = [...(workload.spec.template.spec.volumes ?? []), ...(workload.spec.volumeClaimTemplates ?? [])].map(
    (volume) => volume.name ?? volume.metadata.name,
  );
  return volumeMounts.map(({ name }) =>
    must(place, `mounts the volume ${name}, which it has not`, names.includes(name)),
  );
}

function faultsOfLife(place, pod, container, objects) {
  const ports = new Set((container.ports ?? []).flatMap(({ name, containerPort }) => [name, containerPort]));
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap((name) =>
    container[name]?.httpGet === undefined ? [] : [[name, container[name].httpGet]],
  );
  const faults = [must(place, 'no readinessProbe', container.readinessProbe !== undefined)];
  for (const [name, { path, port }] of probes) {
    const asked = name === 'readinessProbe' ? '/health/ready' : '/health/live';
    faults.push(must(place, `${name} asks ${path} instead of ${asked}`, path === asked));
    faults.push(must(place, `${name} asks port ${port}, which the container has not`, ports.has(port)));
  }
  const settings = objects.get(`ConfigMap/${container.envFrom?.[0]?.configMapRef?.name}`)?.data ?? {};
  const pause = Number(/^\d+$/.exec(container.lifecycle?.preStop?.exec?.command?.at(-1) ?? '0')?.[0]);
  const needed = pause + Number(settings.SHUTDOWN_GRACE_MS ?? 0) / 1000;
  const grace = pod.terminationGracePeriodSeconds ?? 30;
  faults.push(must(place, `is killed after ${grace} s, but may need ${needed} s to stop`, grace > needed));
  return faults;
}
