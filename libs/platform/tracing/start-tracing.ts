import type { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';

/**
 * Begins to record traces, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Without it none of the libraries for
 * it is loaded. Called before the process opens connections.
 *
 * @param name  of the process, such as `worker`
 * @returns  sends what is recorded and ends the recording, within some seconds
 */
export async function startTracing(name: string, config: Config, logger: Logger): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) {
    return async () => undefined;
  }
  const { recordTraces } = await import('./recording.js');
  logger.info({ share }, 'traces are sent to a collector');
  return recordTraces({ name, endpoint, share }, logger);
}
