import { Registry, collectDefaultMetrics } from 'prom-client';

/**
 * The metrics of one process, with Node's own (memory, event loop, garbage collection) already in it.
 *
 * @param name  the process (`gateway`, `worker` …), a label of every series
 */
export function createRegistry(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  return registry;
}
