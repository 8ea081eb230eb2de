// Limits of the containers equal the table in docs/scale.md. They exceed the measured memory and a full cache of the
// audience index.
import { textOf } from './files.mjs';
import { configFields } from './settings.mjs';

const TABLE = 'docs/scale.md';
/** The limit is at least so many times what was measured under load: a process that meets it is killed. */
const LEAST_ROOM = 1.3;
/** Processes that read the audience index, each with a cache of INDEX_CACHE_MB. */
const READERS = ['gateway', 'worker', 'scheduler'];
const ROW = /^\| (gateway|worker|scheduler|simulators) +\| (\d+) +\| (\d+) +\| (\d+[MG]i) +\| (\d+[MG]i) +\|/gm;

/** @returns {Map<string, { rest: number, load: number, request: string, limit: string }>} MB measured, by process */
export function readMemoryTable() {
  return new Map(
    [...textOf(TABLE).matchAll(ROW)].map(([, name, rest, load, request, limit]) => [
      name,
      { rest: Number(rest), load: Number(load), request, limit },
    ]),
  );
}

/**
 * @param {object[]} workloads  objects that run pods
 * @returns {string[]}
 */
export function faultsOfMemory(workloads, table = readMemoryTable()) {
  return workloads.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ name, resources = {} }) => {
      const row = table.get(name);
      if (row === undefined) {
        return [];
      }
      const { request, limit, rest, load } = row;
      const cached = READERS.includes(name) ? rest + Number(configFields().get('INDEX_CACHE_MB')) : 0;
      return [
        ...(resources.requests?.memory === request
          ? []
          : [`${name} requests another memory than ${TABLE}: ${request}`]),
        ...(resources.limits?.memory === limit ? [] : [`${name} has another limit of memory than ${TABLE}: ${limit}`]),
        ...(toMegabytes(request) >= rest ? [] : [`${name} requests less than it takes at rest, ${rest} MB`]),
        ...(toMegabytes(limit) >= load * LEAST_ROOM ? [] : [`${name} has no room above ${load} MB under load`]),
        ...(toMegabytes(limit) >= cached * LEAST_ROOM
          ? []
          : [`${name} has no room for its index cache: ${cached} MB with what it takes at rest`]),
      ];
    }),
  );
}

function toMegabytes(text) {
  return Number.parseInt(text, 10) * (text.endsWith('Gi') ? 1024 : 1) * 1.048576;
}
