import type { Channel } from '#libs/channels/definitions';
import type { PayloadByChannel } from './payload.types.js';

export type { Channel } from '#libs/channels/definitions';

/**
 * The interface of all senders: a batch goes in, one outcome per recipient comes out.
 * A sender speaks the protocol of one provider. Its only state is connections and signing keys. It knows no database
 * and decides no retry: the provider's table of answers says what each means.
 */

/**
 * Address of an account's provider. Only simulated accounts have one. It comes from the configuration, never from
 * request data.
 */
export interface ProviderOrigin {
  host: string;
  port: number;
  /** PEM of the authority to trust for this origin. */
  ca: string;
}

/** Rate limits of an account over all processes. */
export interface AccountRateLimits {
  /** Messages a second. */
  perSecond?: number;
  /** Messages a second after a long pause. The rate doubles each minute. */
  rampFrom?: number;
  /** E-mail: messages a second to one recipient domain. */
  perDomain?: number;
}

export interface Account<C extends Channel = Channel, K extends object = object> {
  accountId: number;
  appId: number;
  channel: C;
  /** The name of its provider in the registration. */
  provider: string;
  /** Grows with every change of the credentials. A sender then opens new connections. */
  version: number;
  /** Decrypted, in the form of its provider. */
  credentials: K;
  /** Limits of the application file. Absent: none, and no rate is checked. */
  pace?: AccountRateLimits;
  /** Set for `simulator: true` accounts. For FCM it serves the OAuth token endpoint too. */
  origin?: ProviderOrigin;
}

export interface Outgoing<C extends Channel = Channel> {
  /** Deterministic UUID of (dispatch, recipient); the same on every attempt. */
  messageId: string;
  /** Device token, web push subscription as JSON, e-mail address, number in E.164, or address of `chat`. */
  address: string;
  payload: PayloadByChannel[C];
  /**
   * At most 64 bytes. A message replaces the notification with the same value on the device. Web Push hashes it to 32
   * characters.
   */
  collapseId: string;
  /** Time to live in seconds, from now. */
  ttlSeconds: number;
  /** The user. One user counts once, however many of its addresses get the same answer. Absent: one of its own. */
  userId?: number;
  /**
   * True if the answer to this address may speak about the account: a server registered it, or it accepted a message
   * before. Absent: it may.
   */
  isTrusted?: boolean;
  /** When the address was registered. An APNs 410 that is older does not invalidate the token. */
  registeredAt?: Date;
  /** E-mail: the envelope sender (MAIL FROM), to which bounces return. Absent: the sender of the message. */
  returnPath?: string;
  /** The URL of the provider's reports on this message. Absent: none are sent. */
  reportUrl?: string;
  /** The id that reports repeat: the message id with a token, which this installation alone can make. */
  reportId?: string;
}

/**
 * `code` is the provider's own status, reason or number. `reason` is a stable name of Herald such as INVALID_TOKEN.
 * `words` are the provider's, as `toProviderWords` writes them.
 */
export type Outcome =
  | { kind: 'sent'; providerId?: string }
  /**
   * `isSuspect`: many addresses got this answer that may be made up, so it says nothing of the account. `mayBeAccount`:
   * they are trusted, and the account works for others: a later attempt shows it.
   */
  | { kind: 'failed'; code: string; reason: string; words?: string; isSuspect?: true; mayBeAccount?: true }
  | { kind: 'dead'; code: string; reason: string; raw: string }
  /** `isUntaken`: it is certain that the provider has not taken the message. */
  | { kind: 'retry'; code: string; reason: string; afterMs?: number; words?: string; isUntaken?: true }
  /** The provider may have accepted it: a time-out, a reset, or an incomplete answer. */
  | { kind: 'unknown'; code: string; reason: string; words?: string }
  /** It did not leave, because `mayLeave` forbade it. */
  | { kind: 'withheld' };

export interface BatchReport {
  /** One for each message of the batch, in its order. */
  outcomes: Outcome[];
  /** The account must be paused: credentials or request are wrong. Its recipients are `retry` in `outcomes`. */
  pause?: PauseReason;
  /** A fault between Herald and the provider, which is none of a recipient: the gravest answer. */
  fault?: AccountFault;
  /** The provider asks for a delay of the whole account, in ms. */
  slow?: { code: string; why: string; ms: number };
  /** Push services that refuse the account while others accept it. Their recipients are `retry` in `outcomes`. */
  refusals?: ServiceRefusal[];
  /** The sender itself stops sending to push services that fail: a failure says nothing of the account. */
  hasOwnBreakers?: true;
}

/** A push service that refuses what most of its trusted recipients get. */
export interface ServiceRefusal extends PauseReason {
  service: string;
}

export interface PauseReason {
  code: string;
  why: string;
}

/** Why an account does not work, with the words of its provider or of the connection to it; '' where there are none. */
export interface AccountFault extends PauseReason {
  words: string;
}

export interface SendOptions {
  /** Goes before waiting batches that are not urgent. */
  isUrgent?: boolean;
  /** The few messages that probe a stopped account: the answer of a single trusted address may stop it again. */
  isProbe?: boolean;
  /** Asked right before a message leaves, by its index in the batch. After `false` its outcome is `withheld`. */
  mayLeave?: (index: number) => boolean;
}

/** A message that the provider has. */
export interface AcceptedMessage {
  /** The provider's id. */
  providerId: string;
  /** Its text is that of the message in question. */
  hasSameText: boolean;
}

export interface Sender<C extends Channel = Channel, K extends object = object> {
  /**
   * Never throws for a single message. Each message ends within a deadline, whatever the provider does.
   */
  send(account: Account<C, K>, batch: readonly Outgoing<C>[], options?: SendOptions): Promise<BatchReport>;
  /**
   * Only where the provider's doubt is 'ask'. Finds messages of this sender to this address, accepted at or after `since`
   * by the provider's clock.
   *
   * @throws when the provider does not name all of them
   */
  findAccepted?(account: Account<C, K>, item: Outgoing<C>, since: Date): Promise<AcceptedMessage[]>;
  /** Closes all connections after the messages in flight. */
  close(): Promise<void>;
}
