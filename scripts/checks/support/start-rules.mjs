// A pod that gets no more processor than it requests still starts before its startup probe gives up.
import { textOf } from './files.mjs';

const TABLE = 'docs/benchmarks.md';
const ROW = /^\| (gateway|worker|scheduler|simulators) +\| [\d.]+, ([\d.]+) s/gm;
/** Processes whose start must be in the table: a rule without figures finds nothing. */
const PROCESSES = ['gateway', 'worker', 'scheduler'];
/** The patience of a startup probe is so many times what a cold start takes at the requested share of a core. */
const LEAST_ROOM = 5;

/**
 * @param {object[]} workloads  objects that run pods
 * @returns {string[]}
 */
export function faultsOfStart(workloads) {
  const seconds = new Map([...textOf(TABLE).matchAll(ROW)].map(([, name, cold]) => [name, Number(cold)]));
  const missing = PROCESSES.filter((name) => !seconds.has(name)).map((name) => `${TABLE} has no start of ${name}`);
  const faults = workloads.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ name, resources, startupProbe: probe }) => {
      if (!seconds.has(name) || probe === undefined) {
        return [];
      }
      const needed = (seconds.get(name) / toCores(resources?.requests?.cpu ?? '0')) * LEAST_ROOM;
      const patience = probe.periodSeconds * probe.failureThreshold;
      return patience >= needed
        ? []
        : [`${name} may need ${Math.round(needed)} s to start with its request of cpu, and has ${patience} s`];
    }),
  );
  return [...missing, ...faults];
}

function toCores(text) {
  return Number.parseFloat(text) / (String(text).endsWith('m') ? 1000 : 1);
}
