declare const payloadType: unique symbol;

/**
 * A kind of job: its name and the type of its payload. The same constant is used to enqueue and to handle it. Payloads
 * have ids only, and the state is in Postgres.
 */
export interface JobDefinition<P extends object> {
  readonly name: string;
  readonly [payloadType]?: P;
}

export function defineJob<P extends object>(name: string): JobDefinition<P> {
  return { name };
}

/** A job with its handler. A module has one for each of its jobs, and a check at start finds missing ones. */
export interface JobHandler {
  readonly job: JobDefinition<object>;
  /** @param queueName  the queue that the job was in */
  run(payload: object, queueName: string): Promise<void>;
}

export function defineHandler<P extends object>(
  job: JobDefinition<P>,
  run: (payload: P, queueName: string) => Promise<void>,
): JobHandler {
  return { job, run: (payload, queueName) => run(payload as P, queueName) };
}

/**
 * Checks at start that every declared job has exactly one handler.
 *
 * @throws Error that names all faults
 */
export function assertEveryJobHandled(
  declared: readonly JobDefinition<object>[],
  handlers: readonly JobHandler[],
): void {
  const faults = declared.flatMap(({ name }) => {
    const count = handlers.filter(({ job }) => job.name === name).length;
    return count === 1 ? [] : [`job ${name} has ${count} handlers`];
  });
  const unknown = handlers.filter(({ job }) => !declared.some(({ name }) => name === job.name));
  faults.push(...unknown.map(({ job }) => `handler for undeclared job ${job.name}`));
  if (faults.length > 0) {
    throw new Error(`Every job needs exactly one handler: ${faults.join('; ')}`);
  }
}
