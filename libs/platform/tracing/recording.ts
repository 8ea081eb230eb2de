import { createRequire } from 'node:module';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { withTimeout } from '#platform/async';
import type { Logger } from '#platform/runtime';
import { IncomingTraces } from './incoming-traces.js';
import { SpanRedaction } from './span-redaction.js';

/** A collector that is away does not hold up the end of a process. */
const FLUSH_MS = 3000;
const LOG_INTERVAL_MS = 5000;

/** Their functions are wrapped in place, so one `require` is enough, whoever imports them. */
const LIBRARIES = ['node:http', 'node:https', 'pg', 'express', 'ioredis'];

export interface RecordingOptions {
  /** Name of the process. */
  name: string;
  /** Base address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** Share of the requests that are recorded, 0 to 1. */
  share: number;
}

/**
 * Records spans of HTTP, Postgres and Redis by the libraries' own instrumentations, and of Herald's own work, and sends
 * them to a collector in the background. A collector that is away or slow loses spans, never work.
 *
 * Which requests are recorded is drawn here, before anything else. What a client says of its own trace does not count: it
 * could have every request recorded, and slow others down. A request that is not drawn has no span, and the
 * instrumentations pass over work without one; a sampler would let them make all spans and then throw them away.
 *
 * @returns  sends what is recorded and ends the recording
 */
export function recordTraces({ name, endpoint, share }: RecordingOptions, logger: Logger): () => Promise<void> {
  logProblems(logger);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `herald-${name}`, 'service.namespace': 'herald' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new SpanRedaction(new BatchSpanProcessor(exporter))],
  });
  provider.register({ propagator: new IncomingTraces() });
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => isOfMonitoring(url) || Math.random() >= share,
        requireParentforOutgoingSpans: true,
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  LIBRARIES.forEach(createRequire(import.meta.url));
  return async () => {
    await withTimeout(FLUSH_MS, provider.shutdown()).catch((error: unknown) => {
      logger.warn({ err: error }, 'the last spans did not reach the collector');
    });
  };
}

function isOfMonitoring(url: string): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

/** Logs problems of the libraries, such as a collector that is away, at most once in some seconds. */
function logProblems(logger: Logger): void {
  let loggedAt = -Infinity;
  const warn = (message: string): void => {
    if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      logger.warn({ reason: message }, 'traces are not sent');
    }
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.WARN });
}
