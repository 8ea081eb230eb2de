import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryLog, Payload } from './delivery-log.js';
import type { FaultInjector, FaultRule } from './fault-injector.js';
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
export interface MessageOutcome {
  kind: 'message';
  token: string;
  messageId: string;
  payload: Payload;
  /** The answer when nothing goes wrong. */
  reply: Reply;
  /** What the provider itself does once it has the message. */
  onAccepted?: () => void;
}

/** What a protocol makes of a request. */
export type RequestOutcome =
  | MessageOutcome
  /** A message that the provider would refuse. */
  | { kind: 'refused'; reply: Reply }
  /** Something else than a message (an access token, a list); it is neither counted nor struck by faults. */
  | { kind: 'other'; reply: Reply };

/** The rules of one provider: pure but for caches. */
export interface HttpProtocol {
  readonly provider: Provider;
  readonly maxBody: number;
  /** @param storing  false: spare all work that only a stored delivery needs */
  read(request: ProviderRequest, storing: boolean): RequestOutcome;
  /** The provider's own form of the error that a fault rule asks for. */
  refuse(rule: FaultRule, outcome: MessageOutcome): Reply;
}

/** The client's end of one request. */
export interface Responder {
  /** Claims the request as processed. False when a GOAWAY has meanwhile declared it unprocessed: then it must not be taken. */
  tryAccept(): boolean;
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
export interface SimulatorContext {
  faults: FaultInjector;
  log: DeliveryLog;
}

/** Runs one request through the protocol, the faults and the log. `hang` is the absence of any answer. */
export function handleRequest(
  protocol: HttpProtocol,
  context: SimulatorContext,
  request: ProviderRequest,
  responder: Responder,
): void {
  const outcome = protocol.read(request, context.log.storing);
  if (outcome.kind !== 'message') {
    if (outcome.kind === 'refused') {
      context.log.reject(protocol.provider);
    }
    responder.reply(outcome.reply);
    return;
  }
  const decision = context.faults.decide(protocol.provider, outcome.token);
  if (decision === undefined || decision.latencyMs === 0) {
    conclude(protocol, context, responder, outcome, decision?.rule);
  } else {
    setTimeout(() => conclude(protocol, context, responder, outcome, decision.rule), decision.latencyMs).unref();
  }
}

function conclude(
  protocol: HttpProtocol,
  context: SimulatorContext,
  responder: Responder,
  outcome: MessageOutcome,
  rule: FaultRule | undefined,
): void {
  const isAccepted = rule === undefined || rule.when === 'after';
  if (isAccepted) {
    if (!responder.tryAccept()) {
      return;
    }
    context.log.accept(protocol.provider, outcome.token, outcome.messageId, outcome.payload);
    outcome.onAccepted?.();
  }
  switch (rule?.fault) {
    case 'goaway':
      responder.goaway(isAccepted ? outcome.reply : undefined);
      return;
    case 'reset':
      responder.reset(rule.scope ?? 'stream');
      return;
    case 'hang':
      return;
    case undefined:
      break;
  }
  if (rule === undefined) {
    responder.reply(outcome.reply);
    return;
  }
  if (!isAccepted) {
    context.log.reject(protocol.provider);
  }
  responder.reply(protocol.refuse(rule, outcome));
}

/** The Retry-After header (RFC 9110, section 10.2.3) that a fault rule asks for, if it does. */
export function retryAfter(rule: FaultRule | undefined): Record<string, string> {
  return rule?.retryAfterSeconds === undefined ? {} : { 'retry-after': String(rule.retryAfterSeconds) };
}
