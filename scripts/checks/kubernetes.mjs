// Every overlay composes, fits the official schemas, refers to nothing that is missing, and has the rules of safety.
// The kustomize of an installed kubectl must compose the same.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { allQueueNames } from '../../dist/libs/delivery/model/delivery.jobs.js';
import { compose, extend } from './support/kustomize.mjs';
import { faultsOfMemory, readMemoryTable } from './support/memory-rules.mjs';
import { faultsOfSchema } from './support/manifest-schemas.mjs';
import { faultsOfPod } from './support/pod-rules.mjs';
import { faultsOfReferences, workloadsOf } from './support/reference-rules.mjs';
import { report } from './support/report.mjs';
import { faultsOfRollout } from './support/rollout-rules.mjs';
import { faultsOfStart } from './support/start-rules.mjs';
import { configFields } from './support/settings.mjs';

const BASE = 'k8s/base';
const OVERLAYS = 'k8s/overlays';
const COMPONENTS = 'k8s/components';
const LABELS = ['app.kubernetes.io/part-of', 'app.kubernetes.io/component'];

async function faultsOfObjects(objects) {
  const byName = new Map(objects.map((object) => [nameOf(object), object]));
  const faults = byName.size === objects.length ? [] : ['an object is there twice'];
  for (const object of objects) {
    const strange = await faultsOfSchema(object);
    faults.push(...strange.map((fault) => `${nameOf(object)}: ${fault}`));
    faults.push(
      ...LABELS.filter((label) => object.metadata.labels?.[label] === undefined).map(
        (label) => `${nameOf(object)} has no label ${label}`,
      ),
    );
  }
  return [
    ...faults,
    ...workloadsOf(objects).flatMap((workload) => faultsOfPod(workload, byName)),
    ...faultsOfMemory(workloadsOf(objects)),
    ...faultsOfStart(workloadsOf(objects)),
    ...faultsOfReferences(objects),
    ...faultsOfRollout(objects),
    ...faultsOfLanes(objects),
  ];
}

/** KEDA must look at each list of the queue, under its name on Redis. */
function faultsOfLanes(objects) {
  const prefix =
    objects.find(({ kind }) => kind === 'ConfigMap')?.data.QUEUE_PREFIX ?? configFields().get('QUEUE_PREFIX');
  const wanted = allQueueNames().map((lane) => `${prefix}:${lane}:wait`);
  return objects
    .filter(({ kind, spec }) => kind === 'ScaledObject' && spec.triggers.some(({ type }) => type === 'redis'))
    .flatMap(({ metadata, spec }) => {
      const watched = spec.triggers.map(({ metadata: { listName } }) => listName);
      return [
        ...wanted.filter((list) => !watched.includes(list)).map((list) => `${metadata.name} does not watch ${list}`),
        ...watched
          .filter((list) => !wanted.includes(list))
          .map((list) => `${metadata.name} watches ${list}, which is no lane`),
      ];
    });
}

function faultsOfComparison(folder, objects) {
  const { status, stdout, stderr, error } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (error !== undefined) {
    return [];
  }
  if (status !== 0) {
    return [`kubectl kustomize refuses it: ${stderr.trim()}`];
  }
  const theirs = new Map(parseAllDocuments(stdout).map((entry) => [nameOf(entry.toJS()), entry.toJS()]));
  const differ = objects.filter((entry) => !isDeepStrictEqual(theirs.get(nameOf(entry)), entry)).map(nameOf);
  return theirs.size === objects.length && differ.length === 0
    ? []
    : [`kubectl kustomize composes something else: ${differ.join(', ') || 'other objects'}`];
}

function nameOf({ kind, metadata }) {
  return `${kind}/${metadata.name}`;
}

const faults = readMemoryTable().size === 4 ? [] : ['docs/scale.md has no row of memory for each process'];
let checked = 0;

async function check(name, composed) {
  try {
    const objects = composed();
    faults.push(...(await faultsOfObjects(objects)).map((fault) => `${name}: ${fault}`));
    checked += objects.length;
    return objects;
  } catch (error) {
    faults.push(`${name}: ${error.message}`);
    return null;
  }
}

const wholes = [BASE, ...readdirSync(OVERLAYS).map((overlay) => join(OVERLAYS, overlay))];
for (const folder of wholes) {
  const objects = await check(folder, () => compose(folder));
  if (objects !== null) {
    faults.push(...faultsOfComparison(folder, objects).map((fault) => `${folder}: ${fault}`));
  }
}
const parts = readdirSync(COMPONENTS).map((component) => join(COMPONENTS, component));
for (const folder of parts) {
  await check(`${folder} on the base`, () => extend(compose(BASE), folder));
}
report(
  [...new Set(faults)],
  `${checked} objects of ${wholes.length + parts.length} kustomizations fit their schemas and each other`,
);
