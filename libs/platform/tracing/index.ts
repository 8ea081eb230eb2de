export { inSpan, inTraceOf, currentTrace, type SpanRequest, type TraceParent } from './spans.js';
export { startTracing } from './start-tracing.js';
