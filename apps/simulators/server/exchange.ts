import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryLog, Payload } from './delivery-log.js';
import type { FaultRule } from './fault-injector.js';
import type { FaultPlans } from './fault-plans.js';
import type { Provider } from './providers.js';

/** One HTTP request, whatever version carried it. */
export interface ProviderRequest {
  method: string;
  /** Path with query, as sent. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The authority that the client named (Host or `:authority`). */
  host: string;
  /** At most `maxBody` bytes of the protocol; the rest is dropped. */
  body: Buffer;
  /** Bytes of the whole body. */
  size: number;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Herald's id of a message, without the token behind it that its reports repeat. */
export function bareMessageId(repeated: string): string {
  return repeated.split('.', 1)[0] ?? repeated;
}

/** A message that passed every check. */
export interface MessageOutcome {
  kind: 'message';
  /** The account of the request's credentials, in the provider's own name for it. */
  sender: string;
  token: string;
  /** The host that the client named, where the answers of the provider differ by it. */
  host?: string;
  messageId: string;
  payload: Payload;
  /** The response without a fault. */
  reply: Reply;
  /** Work of the provider after it accepts the message. */
  onAccepted?: () => void;
}

/** The result of reading a request. */
export type RequestOutcome =
  | MessageOutcome
  /** A message that the provider would refuse. */
  | { kind: 'refused'; reply: Reply }
  /** No message (an access token, a list). It is not counted, and faults do not apply. */
  | { kind: 'other'; reply: Reply };

/** The rules of one provider, without state except caches. */
export interface HttpProtocol {
  readonly provider: Provider;
  readonly maxBody: number;
  /** @param storing  false: skip all work that only a stored delivery needs */
  read(request: ProviderRequest, storing: boolean): RequestOutcome;
  /** The error of a fault rule, in the form of the provider. */
  refuse(rule: FaultRule, outcome: MessageOutcome): Reply;
}

/** The connection back to the client of one request. */
export interface Responder {
  /** Marks the request as processed. False when a GOAWAY declared it unprocessed: then it must not be accepted. */
  tryAccept(): boolean;
  reply(reply: Reply): void;
  /**
   * Announces the end of the connection.
   *
   * @param reply  the response of an accepted request; without it the request is refused as unprocessed
   */
  goaway(reply?: Reply): void;
  reset(scope: 'stream' | 'connection'): void;
}

/** Shared by all simulators. */
export interface SimulatorContext {
  faults: FaultPlans;
  log: DeliveryLog;
}

/** Handles one request: protocol, faults, log. The fault `hang` gives no response. */
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
  const decision = context.faults.decide(protocol.provider, outcome.token, undefined, outcome.sender);
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
    context.log.accept(protocol.provider, outcome.token, outcome.messageId, outcome.payload, outcome.sender);
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

/** The Retry-After header (RFC 9110, section 10.2.3) of a fault rule, if any. */
export function retryAfter(rule: FaultRule | undefined): Record<string, string> {
  return rule?.retryAfterSeconds === undefined ? {} : { 'retry-after': String(rule.retryAfterSeconds) };
}
