import type { IncomingHttpHeaders } from 'node:http';
import type { FileFields, Form } from '#platform/forms';
import type { PushServices } from '#platform/net';
import type { DomainThrottleStore } from '../rate-limits/domain-throttle.repository.js';
import type { WhatsAppComponent, WhatsAppMediaType } from '#libs/channels/definitions';
import type { RateLimiter } from '../rate-limits/rate-limiter.service.js';
import type { AnswerTable, Reason } from '../sender/answer-table.js';
import type { Account, Channel, PauseReason, ProviderOrigin, Sender } from '../sender/channels.types.js';
import type { Http1Limits } from '../transport/http1-pool.js';
import type { Http2Limits } from '../transport/http2-pool.js';
import type { CheckServices, CheckStep } from './account-check.types.js';
import type { FaultAdvice } from './explain-fault.js';

/**
 * The interface of a provider: everything that Herald must know of a company that takes messages. A folder of
 * `libs/channels/providers` defines one, and `registry.ts` there names it. Channels know no provider, and other modules
 * know neither names nor answers of one.
 *
 * @template C  the channels whose messages it takes
 * @template K  its credentials, as they are stored
 */
export interface Provider<C extends Channel = Channel, K extends object = object> {
  /** Small letters and hyphens, as in the application file. Stored with every account, so it never changes. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly channels: readonly C[];
  readonly credentials: CredentialForm<K>;
  /** The meanings of its answers. */
  readonly answers: AnswerTable;
  /** Explanations of its faults, for people. */
  readonly faults: readonly FaultAdvice[];
  /** The name of its simulator, under which that one listens and counts. */
  readonly simulator: string;
  /** Reports and inbound messages. Absent: it sends none. */
  readonly callbacks?: ProviderCallbacks<K>;
  /** One sender for each process. */
  createSender(services: SenderServices): Sender<C, K>;
  /**
   * Decides on a message without a known outcome, after a crash or without an answer: it is sent again under the
   * same id, the provider is asked (`Sender.findAccepted`), or it ends as IN_DOUBT.
   */
  doubt(credentials: K): Doubt;
  /** Tries the credentials without a message to anybody, over connections of its own, within 20 s. */
  check(account: Account<C, K>, services: CheckServices): Promise<CheckStep[]>;
  /** The sender by which its simulator knows an account. No secret; '' where it knows none. */
  simulatedSender(credentials: K): string;
  /** Senders from which the account may send text messages. Absent, or undefined: the one of the message. */
  senders?(credentials: K): readonly string[] | undefined;
  /** Tests if it can take messages to an address. Absent: to every address of its channels. */
  reaches?(address: string): boolean;
  /**
   * Its templates, where messages need approved ones.
   *
   * @throws Error when it does not answer
   */
  listTemplates?(account: Account<C, K>): Promise<ProviderTemplate[]>;
  /**
   * Why it would refuse one of its templates for the values of a message.
   *
   * @returns for people, after the name of the template; undefined: they fit, or only the provider can tell
   */
  findValueFault?(template: ProviderTemplate, values: readonly WhatsAppComponent[]): string | undefined;
  /**
   * Lists the values to fill in one of its templates.
   *
   * @returns undefined: it has parts that are neither texts nor files
   */
  formOfTemplate?(template: ProviderTemplate): TemplateForm | undefined;
  /** Messages a second that its sender spaces by itself. Absent, or undefined: it does not. */
  spacing?(credentials: K): number | undefined;
}

export type Doubt = 'repeat' | 'ask' | 'give-up';

/** Services that senders share in a process. */
export interface SenderServices extends CheckServices {
  rateLimiter: RateLimiter;
  throttles: DomainThrottleStore;
  http2: Http2Limits;
  /** In place of the usual limits of a sender over HTTP/1.1; a mail relay has their times. */
  http1?: Partial<Http1Limits>;
  pushServices: Pick<PushServices, 'includes'>;
}

/**
 * How the credentials of a provider stand in an application file. Limits of the account are read for all providers
 * alike.
 */
export interface CredentialForm<K extends object> {
  /** The names besides those of all accounts, for the reader, the schema and the page. */
  readonly fields: FileFields;
  /** Fields with secrets, by path (`dkim.key`), and the name of each as a value of the environment. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Fields that an exported file leaves out, because `apply` keeps them. */
  readonly retained?: readonly string[];
  /** The fields that a simulated account takes from the file too. */
  readonly simulated?: readonly string[];
  /**
   * Reads and checks the credentials. It parses keys, so that a wrong one is refused here and no campaign fails by it.
   *
   * @param stored  those of the account now, if it is a real one of this provider
   * @throws AppError `malformed`, naming the path; never quotes a value
   */
  read(form: Form, stored: K | undefined): K;
  /**
   * Credentials for the simulator, in the form of the real provider, so that signing and log-in work as with it.
   *
   * @param stored  those of the account now, if it is a simulated one: they stay, except what the file says
   */
  simulate(form: Form, stored: K | undefined, appId: number): Promise<K>;
}

/** A request of a provider to Herald. */
export interface CallbackRequest {
  /** The URL that the provider called, before any proxy. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The account that reads it, whose share of questions to the provider it uses. */
  accountId: number;
}

/** A template as its provider has it. @property components  its parts, in the provider's form */
export interface ProviderTemplate {
  name: string;
  language: string;
  /** In the provider's words; only `APPROVED` may be sent. */
  status: string;
  category: string;
  components: readonly Readonly<Record<string, unknown>>[];
}

/** The place and type of a value in a template. */
export interface TemplateField {
  part: 'header' | 'body' | 'button';
  /** Place of the button, from 0. Absent: no button. */
  index?: number;
  /** The type; the value of a file is its address. */
  type: 'text' | 'coupon_code' | WhatsAppMediaType;
  /** The name of its place in the template. Absent: values are counted. */
  name?: string;
}

/** A template as someone fills it. @property body  its text, with its places */
export interface TemplateForm {
  body: string;
  /** In the order in which a message has the values. */
  fields: TemplateField[];
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
