import type { FileFields, Form } from '#platform/forms';
import type { PushServices } from '#platform/net';
import type { DomainThrottleStore } from '../rate-limits/domain-throttle.repository.js';
import type { WhatsAppComponent, WhatsAppMediaType } from '#libs/channels/definitions';
import type { RateLimiter } from '../rate-limits/rate-limiter.service.js';
import type { AnswerTable } from '../sender/answer-table.js';
import type { Account, Channel, Sender } from '../sender/channels.types.js';
import type { Http1Limits } from '../transport/http1-pool.js';
import type { Http2Limits } from '../transport/http2-pool.js';
import type { CheckServices, CheckStep } from './account-check.types.js';
import type { FaultAdvice } from './explain-fault.js';
import type { ProviderCallbacks } from './callback.types.js';

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
