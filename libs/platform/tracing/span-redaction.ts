import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/**
 * Attributes that may leave the process. Paths, queries, addresses and texts of errors are not among it: they have
 * tokens, e-mail addresses and other values of persons. Statements have placeholders.
 */
const ALLOWED = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.statement',
  'db.system',
  'db.system.name',
  'error.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'network.protocol.version',
  'server.address',
  'server.port',
  'url.scheme',
]);
const ALLOWED_PREFIXES = ['herald.', 'messaging.'];

/** Removes everything that is not known to be harmless from spans, and hands them on. */
export class SpanRedaction implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    for (const name of Object.keys(span.attributes)) {
      if (!ALLOWED.has(name) && !ALLOWED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
        delete span.attributes[name];
      }
    }
    // Exceptions are events; their texts may quote values.
    span.events.length = 0;
    delete span.status.message;
    this.next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}
