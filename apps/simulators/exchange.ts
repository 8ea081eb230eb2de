import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryLog, Payload } from './delivery-log.js';
import type { FaultBook, FaultRule } from './faults.js';
import type { Provider } from './providers.js';

/** One HTTP request, whatever version carried it. */
export interface ProviderRequest {
  method: string;
  /** Path with query, as sent. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The authority that the client named (Host or `:authority`). */
  host: string;
  /** At most the protocol's `maxBody` bytes; what comes after is dropped. */
  body: Buffer;
  /** Bytes that were sent. */
  size: number;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A message that passed every check. */
export interface MessageReading {
  kind: 'message';
  token: string;
  messageId: string;
  payload: Payload;
  /** The answer when nothing goes wrong. */
  reply: Reply;
  /** What the provider itself does once it has the message. */
  taken?: () => void;
}

/** What a protocol makes of a request. */
export type Reading =
  | MessageReading
  /** A message that the provider would refuse. */
  | { kind: 'refused'; reply: Reply }
  /** Something else than a message (an access token, a list); it is neither counted nor struck by faults. */
  | { kind: 'other'; reply: Reply };

/** The rules of one provider: pure but for caches. */
export interface HttpProtocol {
  readonly provider: Provider;
  readonly maxBody: number;
  /** @param storing  false: spare all work that only a stored delivery needs */
  read(request: ProviderRequest, storing: boolean): Reading;
  /** The provider's own form of the error that a fault rule asks for. */
  refuse(rule: FaultRule, reading: MessageReading): Reply;
}

/** The client's end of one request. */
export interface Wire {
  /** Claims the request as processed. False when a GOAWAY has meanwhile declared it unprocessed: then it must not be taken. */
  take(): boolean;
  reply(reply: Reply): void;
  /**
   * Announces the end of the connection.
   *
   * @param reply  the answer, when the request was taken; without it the request is refused as unprocessed
   */
  goaway(reply?: Reply): void;
  reset(scope: 'stream' | 'connection'): void;
}

/** What every simulator shares. */
export interface Desk {
  faults: FaultBook;
  log: DeliveryLog;
}

/** Runs one request through the protocol, the faults and the log. `hang` is the absence of any answer. */
export function exchange(protocol: HttpProtocol, desk: Desk, request: ProviderRequest, wire: Wire): void {
  const reading = protocol.read(request, desk.log.storing);
  if (reading.kind !== 'message') {
    if (reading.kind === 'refused') {
      desk.log.reject(protocol.provider);
    }
    wire.reply(reading.reply);
    return;
  }
  const verdict = desk.faults.judge(protocol.provider, reading.token);
  if (verdict === undefined || verdict.latencyMs === 0) {
    conclude(protocol, desk, wire, reading, verdict?.rule);
  } else {
    setTimeout(() => conclude(protocol, desk, wire, reading, verdict.rule), verdict.latencyMs).unref();
  }
}

function conclude(
  protocol: HttpProtocol,
  desk: Desk,
  wire: Wire,
  reading: MessageReading,
  rule: FaultRule | undefined,
): void {
  const taken = rule === undefined || rule.when === 'after';
  if (taken) {
    if (!wire.take()) {
      return;
    }
    desk.log.accept(protocol.provider, reading.token, reading.messageId, reading.payload);
    reading.taken?.();
  }
  switch (rule?.fault) {
    case 'goaway':
      wire.goaway(taken ? reading.reply : undefined);
      return;
    case 'reset':
      wire.reset(rule.scope ?? 'stream');
      return;
    case 'hang':
      return;
    case undefined:
      break;
  }
  if (rule === undefined) {
    wire.reply(reading.reply);
    return;
  }
  if (!taken) {
    desk.log.reject(protocol.provider);
  }
  wire.reply(protocol.refuse(rule, reading));
}

/** The Retry-After header (RFC 9110, section 10.2.3) that a fault rule asks for, if it does. */
export function retryAfter(rule: FaultRule | undefined): Record<string, string> {
  return rule?.retryAfterSeconds === undefined ? {} : { 'retry-after': String(rule.retryAfterSeconds) };
}
