import {
  type Attributes,
  context,
  isSpanContextValid,
  type Link,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/**
 * A place in a trace, as it is stored with the work that goes on in another process: `00-TRACE-SPAN-01` in hexadecimal
 * digits ({@link https://www.w3.org/TR/trace-context/#traceparent-header W3C Trace Context}).
 */
export type TraceParent = string;

/**
 * A piece of work as one span.
 *
 * @property name  the same for all work of the kind: values belong into the attributes
 * @property attributes  ids and counts of Herald, never anything of a person
 */
export interface SpanRequest {
  name: string;
  kind: 'client' | 'consumer';
  attributes?: Attributes;
}

type TracedWork<T> = (add: (more: () => Attributes) => void) => Promise<T>;

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const FORM = /^00-([\da-f]{32})-([\da-f]{16})-01$/;

/** Returns the position of the running work in a trace that is recorded. Undefined for all other work. */
export function currentTrace(): TraceParent | undefined {
  const place = trace.getActiveSpan()?.spanContext();
  return place && (place.traceFlags & TraceFlags.SAMPLED) !== 0 ? `00-${place.traceId}-${place.spanId}-01` : undefined;
}

/**
 * Runs work as a span below the running one. Work that belongs to no recorded trace runs as it is.
 *
 * @param work  gets a function that adds attributes of its result; they are only made for a span that is recorded
 */
export async function inSpan<T>(request: SpanRequest, work: TracedWork<T>): Promise<T> {
  return currentTrace() === undefined ? work(ignore) : record(request, [], work);
}

/**
 * Runs work of other requests as a span of the first one's trace, with links to the others: work that is done for many
 * requests together has a span of its own and not one for each.
 *
 * @param parents  as they were stored; undefined for requests that are not recorded
 */
export async function inTraceOf<T>(
  parents: readonly (TraceParent | undefined)[],
  request: SpanRequest,
  work: TracedWork<T>,
): Promise<T> {
  const [first, ...others] = parents.flatMap((parent) => readParent(parent) ?? []);
  if (!first) {
    return work(ignore);
  }
  const links = others.map((other): Link => ({ context: other }));
  return context.with(trace.setSpanContext(context.active(), first), () => record(request, links, work));
}

async function record<T>({ name, kind, attributes = {} }: SpanRequest, links: Link[], work: TracedWork<T>): Promise<T> {
  // Asked for here: one of before the recording, of another copy of the library, would never record.
  const tracer = trace.getTracer('herald');
  return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes, links }, async (span: Span) => {
    try {
      return await work((more) => void span.setAttributes(more()));
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A stored place counts as one of this process, so that what was chosen to be recorded stays so. */
function readParent(parent: TraceParent | undefined): SpanContext | undefined {
  const [, traceId, spanId] = FORM.exec(parent ?? '') ?? [];
  const place = { traceId: traceId ?? '', spanId: spanId ?? '', traceFlags: TraceFlags.SAMPLED };
  return isSpanContextValid(place) ? place : undefined;
}

function ignore(): void {
  // Nothing is recorded.
}
