// In which order an upgrade comes, and where its pods go: settings and servers first, then the migration, then what runs on
// its schema; pods of one kind on several nodes and zones.

const WAVE = 'argocd.argoproj.io/sync-wave';
const COMPONENT = 'app.kubernetes.io/component';
/** Argo CD applies the next wave when the one before is healthy. What has no wave is in 0. */
const WAVES = { settings: '-2', postgres: '-2', migrate: '-1' };
const PROCESSES = ['gateway', 'worker', 'scheduler'];
/** A migration may take so long while pods of the new image wait for it. */
const LEAST_DEADLINE = 1800;
const SPREAD_BY = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'];

/**
 * @param {object[]} objects  all of one overlay
 * @returns {string[]}
 */
export function faultsOfRollout(objects) {
  return objects.flatMap((object) => [...faultsOfWave(object), ...faultsOfPatience(object)]);
}

function faultsOfWave({ kind, metadata }) {
  const wanted = WAVES[metadata.labels?.[COMPONENT]];
  const found = metadata.annotations?.[WAVE];
  return found === wanted ? [] : [`${kind} ${metadata.name} has the sync wave ${found ?? 0} instead of ${wanted ?? 0}`];
}

function faultsOfPatience({ kind, metadata, spec }) {
  if (kind !== 'Deployment' || !PROCESSES.includes(metadata.labels?.[COMPONENT])) {
    return [];
  }
  const place = `${kind} ${metadata.name}`;
  const spread = (spec.template.spec.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway')
    .map(({ topologyKey }) => topologyKey);
  return [
    ...((spec.progressDeadlineSeconds ?? 0) >= LEAST_DEADLINE
      ? []
      : [`${place} gives a migration less than ${LEAST_DEADLINE} s (progressDeadlineSeconds)`]),
    ...SPREAD_BY.filter((key) => !spread.includes(key)).map((key) => `${place} is not spread by ${key}`),
  ];
}
