import type { IncomingHttpHeaders } from 'node:http';
import type { Reason } from '../sender/answer-table.js';
import type { PauseReason, ProviderOrigin } from '../sender/channels.types.js';

/** A request of a provider to Herald. */
export interface CallbackRequest {
  /** The URL that the provider called, before any proxy. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The account that reads it, whose share of questions to the provider it uses. */
  accountId: number;
}

export interface ProviderCallbacks<K extends object = object> {
  /**
   * Answers the question whether this server may be called (`GET`).
   *
   * @returns the body of the answer; undefined: the question is not of this account's provider
   */
  verify?(credentials: K, query: URLSearchParams): string | undefined;
  /**
   * @param origin  that of the simulator of a simulated account
   * @returns undefined when it is not proven to be of this account's provider, or cannot be read
   */
  read(
    credentials: K,
    request: CallbackRequest,
    origin?: ProviderOrigin,
  ): CallbackContent | undefined | Promise<CallbackContent | undefined>;
  /**
   * How an account is subscribed at its simulator, as its owner does in the console of the provider: a path of the control
   * interface, and a body. Absent: its reports go to what a message names, and nowhere else.
   *
   * @param url  of a gateway on this machine
   */
  subscribe?(credentials: K, url: string): readonly [path: string, body: object];
  /** It fetches what proves a request, from the simulator for a simulated account. */
  readonly needsOrigin?: true;
  /**
   * Age in ms of the oldest request that is believed, where the proof covers its time. Absent: the provider signs no
   * time, so a repeat is believed, says the same and changes nothing.
   */
  readonly maxAgeMs?: number;
}

export interface CallbackContent {
  reports: readonly CallbackReport[];
  inbound: readonly InboundMessage[];
  /** Changes of addresses. Absent: none. */
  moves?: readonly AddressMove[];
  /** The account works no more, as its provider says: it is paused. */
  fault?: PauseReason;
  /** The answer that the provider expects; absent: 204 without a body. */
  answer?: { type: string; body: string };
}

/** A person whose addresses on a channel have changed. */
export interface AddressMove {
  /** The former addresses, at least one. */
  from: readonly string[];
  /** The present ones of the same kinds; a kind that is absent stays as it is. */
  to: readonly string[];
}

export interface CallbackReport {
  /** The id of the message, as the request had it. Absent: the one whose token is in the URL. */
  messageId?: string;
  /** The recipient, as the provider names it. */
  address: string;
  /** Another address of the recipient on the same channel. Absent: none is named. */
  otherAddress?: string;
  report: DeliveryReport;
  /** Time of the event, if the provider gives one. */
  at?: Date;
}

/** The end of an accepted message. */
export type DeliveryReport =
  | { kind: 'delivered' }
  | { kind: 'read' }
  /**
   * It did not arrive. `fate` of the address: it stays, it is dead, it is dead if one of `suspectCodes` comes again, or
   * its owner opted out of everything or unsubscribed from commercial messages.
   */
  | {
      kind: 'undelivered';
      code: string;
      reason: Reason;
      fate: 'stays' | 'suspect' | 'dead' | 'opted-out' | 'unsubscribed';
      suspectCodes?: readonly string[];
    }
  /** The recipient called it spam. */
  | { kind: 'complaint'; code: string }
  /** On its way, or a state without meaning for Herald. */
  | { kind: 'notice' };

/** A message to a sender of the account. */
export interface InboundMessage {
  from: string;
  /** Another address of the same person on the channel. Absent: none is named. */
  otherFrom?: string;
  text: string;
  /** The command that the provider itself reads in it: `STOP`, `START`, `HELP`; '' where it does not say. */
  command: string;
  /** Time of writing, if the provider gives one. The time of a delivery is none. */
  at?: Date;
  /** The provider's id of it, the same at each delivery. Absent: it has none. */
  id?: string;
}
