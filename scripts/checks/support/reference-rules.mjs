// Every name of another object leads to one: selectors find pods, ports exist, what is scaled has no fixed number.

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];
/** Kinds that choose pods by `spec.selector`. */
const CHOOSERS = ['PodDisruptionBudget', 'PodMonitor', 'Deployment', 'StatefulSet'];
const [PART, COMPONENT] = ['app.kubernetes.io/part-of', 'app.kubernetes.io/component'];
/** Processes that send e-mails: of campaigns, and to approvers. Port of RFC 6409. */
const MAILERS = ['worker', 'scheduler'];
const SUBMISSION = 587;
const MANY = ['gateway', 'worker', 'scheduler'];

/** Objects that run pods. */
export function workloadsOf(objects) {
  return objects.filter(({ kind }) => WORKLOADS.includes(kind));
}

/**
 * @param {object[]} objects  all of one overlay
 * @returns {string[]}
 */
export function faultsOfReferences(objects) {
  const find = (kind, name) => objects.find((entry) => entry.kind === kind && entry.metadata.name === name);
  const pods = [...workloadsOf(objects).map(({ spec }) => spec.template), ...podsOfOperators(objects)];
  const selected = (selector) => pods.filter(({ metadata }) => matches(metadata.labels, selector));
  const faults = [];
  for (const object of objects) {
    const place = `${object.kind} ${object.metadata.name}`;
    const { spec } = object;
    const finds = (selector) => {
      if (selected(selector).length === 0) {
        faults.push(`${place} selects no pod with ${JSON.stringify(selector)}`);
      }
    };
    if (object.kind === 'Secret') {
      faults.push(`${place} stands in a manifest; secrets are made in the cluster and referred to`);
    } else if (object.kind === 'Service') {
      finds({ matchLabels: spec.selector });
      faults.push(...faultsOfPorts(place, spec.ports, selected({ matchLabels: spec.selector })));
    } else if (CHOOSERS.includes(object.kind)) {
      finds(spec.selector);
    } else if (object.kind === 'NetworkPolicy') {
      finds(spec.podSelector);
      [
        ...(spec.ingress ?? []).flatMap((rule) => rule.from ?? []),
        ...(spec.egress ?? []).flatMap((rule) => rule.to ?? []),
      ]
        .filter((peer) => peer.podSelector !== undefined && peer.namespaceSelector === undefined)
        .forEach((peer) => finds(peer.podSelector));
    } else if (object.kind === 'HorizontalPodAutoscaler' || object.kind === 'ScaledObject') {
      const target = find('Deployment', spec.scaleTargetRef.name);
      if (target === undefined) {
        faults.push(`${place} scales ${spec.scaleTargetRef.name}, which does not exist`);
      } else if (target.spec.replicas !== undefined) {
        faults.push(`${place} scales ${spec.scaleTargetRef.name}, whose replicas are fixed as well`);
      }
      (spec.triggers ?? [])
        .filter(({ authenticationRef: auth }) => auth !== undefined && !find('TriggerAuthentication', auth.name))
        .forEach(({ authenticationRef: auth }) =>
          faults.push(`${place} uses TriggerAuthentication ${auth.name}, which does not exist`),
        );
    } else if (object.kind === 'Ingress') {
      for (const { path, backend } of spec.rules.flatMap((rule) => rule.http.paths)) {
        const ports = find('Service', backend.service.name)?.spec.ports ?? [];
        if (
          !ports.some(({ name, port }) => name === backend.service.port.name || port === backend.service.port.number)
        ) {
          faults.push(`${place} leads ${path} to a port of Service ${backend.service.name} that does not exist`);
        }
      }
    }
  }
  return [...faults, ...faultsOfWhole(objects)];
}

/** Pods that CloudNativePG makes (https://cloudnative-pg.io/documentation/current/labels_annotations/). */
function podsOfOperators(objects) {
  const labels = { Cluster: 'cnpg.io/cluster', Pooler: 'cnpg.io/poolerName' };
  return objects
    .filter(({ kind }) => labels[kind] !== undefined)
    .map(({ kind, metadata }) => ({
      metadata: { labels: { [labels[kind]]: metadata.name } },
      spec: { containers: [] },
    }));
}

function faultsOfWhole(objects) {
  const has = (kind, holds) => objects.some((entry) => entry.kind === kind && holds(entry));
  const faults = MANY.filter(
    (name) =>
      !has('PodDisruptionBudget', ({ spec }) => spec.selector.matchLabels['app.kubernetes.io/component'] === name),
  ).map((name) => `${name} has no PodDisruptionBudget`);
  const denies = ({ spec }) =>
    Object.keys(spec.podSelector).length === 0 &&
    String(spec.policyTypes) === 'Ingress,Egress' &&
    !spec.ingress &&
    !spec.egress;
  if (!has('NetworkPolicy', denies)) {
    faults.push('no NetworkPolicy denies what the others do not allow');
  }
  const mails = (name) =>
    has('NetworkPolicy', ({ spec }) => {
      const ports = (spec.egress ?? []).flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
      return ports.includes(SUBMISSION) && matches({ [PART]: 'herald', [COMPONENT]: name }, spec.podSelector);
    });
  return [
    ...faults,
    ...MAILERS.filter((name) => !mails(name)).map((name) => `no NetworkPolicy lets the ${name} reach mail servers`),
  ];
}

function faultsOfPorts(place, ports, pods) {
  const open = new Set(
    pods.flatMap(({ spec }) => spec.containers.flatMap(({ ports: own = [] }) => own.map(({ name }) => name))),
  );
  return ports
    .filter(({ targetPort }) => typeof targetPort === 'string' && !open.has(targetPort))
    .map(({ targetPort }) => `${place} leads to the port ${targetPort}, which its pods have not`);
}

/** A label selector, with the one operator that k8s/ uses. */
function matches(labels, { matchLabels = {}, matchExpressions = [] }) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key]))
  );
}
