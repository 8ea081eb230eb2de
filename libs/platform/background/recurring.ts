import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Config } from '#platform/config';

/** Pause of jobs without haste. */
export const HOUR_MS = 3_600_000;

/** Work that recurs. Each job may run in several schedulers at once. */
export interface RecurringJob {
  /** For logs, metrics and alerts: `<subject>.<verb>`. */
  name: string;
  /** Pause between the end of a run and the next one. */
  everyMs: number;
  run(): Promise<unknown>;
}

/** Milliseconds, or the setting that has them. */
type Pause = number | ((config: Config) => number);
type RecurringMethod = () => Promise<unknown>;

interface Declaration {
  name: string;
  pause: Pause;
  method: RecurringMethod;
}

const declarations = new WeakMap<object, Declaration[]>();

/**
 * Declares a method of a provider as a recurring job: each scheduler runs it at once, and again a pause after its end.
 * The method must be safe to run in several schedulers at the same time, and takes no argument from them.
 *
 * @param name   `<subject>.<verb>`, the only one of this name
 * @param pause  milliseconds, or the setting that has them
 */
export function Recurring(name: string, pause: Pause) {
  return <M extends RecurringMethod>(
    target: object,
    _key: string,
    { value: method }: TypedPropertyDescriptor<M>,
  ): void => {
    if (method !== undefined) {
      declarations.set(target, [...(declarations.get(target) ?? []), { name, pause, method }]);
    }
  };
}

/**
 * Lists the recurring jobs of all providers of a process.
 *
 * @throws Error for two jobs of one name
 */
export function listRecurringJobs(app: INestApplicationContext, config: Config): RecurringJob[] {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const instances = new Set(modules.flatMap(({ providers }) => [...providers.values()].map(readInstance)));
  const jobs = [...instances].flatMap((instance) =>
    declarationsOf(instance).map(({ name, pause, method }) => ({
      name,
      everyMs: typeof pause === 'number' ? pause : pause(config),
      run: () => method.call(instance),
    })),
  );
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Error(`Two recurring jobs are named ${twice}`);
  }
  return jobs;
}

function readInstance({ instance }: { instance?: unknown }): unknown {
  return instance;
}

function declarationsOf(instance: unknown): readonly Declaration[] {
  const type: unknown = typeof instance === 'object' && instance !== null ? Object.getPrototypeOf(instance) : null;
  return typeof type === 'object' && type !== null ? (declarations.get(type) ?? []) : [];
}
