import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { readFields, texts, type Fields } from './protobuf-fields.js';

/** A span as a collector gets it. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  attributes: Readonly<Record<string, string>>;
  /** Ids of the spans that it has links to. */
  links: string[];
}

/** A collector of OTLP over HTTP that keeps what it gets. */
export interface TraceCollector {
  url: string;
  /** All spans so far. */
  spans(): CollectedSpan[];
  /** All bytes so far, as Latin-1. */
  bytes(): string;
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      bodies.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap(readSpans),
    bytes: () => Buffer.concat(bodies).toString('latin1'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Field numbers: opentelemetry/proto/collector/trace/v1, trace/v1 and common/v1 of opentelemetry-proto 1.x. */
function readSpans(body: Buffer): CollectedSpan[] {
  return messages(readFields(body), 1).flatMap((resourceSpans) => {
    const service = readAttributes(messages(messages(resourceSpans, 1)[0] ?? new Map(), 1))['service.name'] ?? '';
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        service,
        name: texts(span, 5)[0] ?? '',
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        attributes: readAttributes(messages(span, 9)),
        links: messages(span, 13).map((link) => hex(link, 2)),
      })),
    );
  });
}

function readAttributes(pairs: readonly Fields[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = messages(pair, 2)[0] ?? new Map();
      return [texts(pair, 1)[0] ?? '', texts(value, 1)[0] ?? String(value.get(3)?.[0] ?? '')];
    }),
  );
}

function messages(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [readFields(value)] : []));
}

function hex(fields: Fields, number: number): string {
  const [value] = fields.get(number) ?? [];
  return Buffer.isBuffer(value) ? value.toString('hex') : '';
}
