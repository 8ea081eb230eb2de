import { startTraceCollector } from './trace-collector.js';

/** A collector, and the settings of processes that record a share of the requests, 0 to 1. */
export async function recordedShare(share: string): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const collector = await startTraceCollector();
  return {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share },
    close: () => collector.close(),
  };
}
