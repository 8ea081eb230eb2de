import { createHash } from 'node:crypto';
import {
  retryAfter,
  type HttpProtocol,
  type ProviderRequest,
  type RequestOutcome,
  type Reply,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import { KnownCredentials } from '../server/known-credentials.js';
import type { TwilioCallbacks } from './twilio-callbacks.js';
import { TwilioMessages, type Sms } from './twilio-messages.js';

const MAX_BODY_CHARACTERS = 1600;
const PATH = /^\/2010-04-01\/Accounts\/([A-Za-z0-9]{2,64})\/Messages(?:\/([A-Za-z0-9]{34}))?\.json$/;
const ACCOUNT_PATH = /^\/2010-04-01\/Accounts\/([A-Za-z0-9]{2,64})(\/IncomingPhoneNumbers)?\.json$/;
/** A long number, a short code, or letters and digits with a letter among them. */
const SENDER = /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;
/** E.164 ("The international public telecommunication numbering plan"): up to 15 digits, the first not 0. */
const NUMBER = /^\+[1-9]\d{6,14}$/;

/** Twilio's error codes with their HTTP status; the first of each status serves a rule that names only the status. */
const ERRORS: Record<string, { status: number; message: string }> = {
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21611: { status: 400, message: "This 'From' number has exceeded the maximum number of queued messages" },
  21612: { status: 400, message: "The 'To' phone number is not currently reachable via SMS" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21635: { status: 400, message: "'To' number cannot be a landline" },
  21212: { status: 400, message: "Invalid 'From' Phone Number" },
  21408: { status: 400, message: 'Permission to send an SMS has not been enabled for the region' },
  21606: { status: 400, message: "The 'From' phone number is not a valid, SMS-capable inbound phone number" },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL" },
  30034: { status: 400, message: 'US A2P 10DLC: message from an unregistered number' },
  21602: { status: 400, message: 'Message body is required' },
  21603: { status: 400, message: "A 'From' phone number is required" },
  21604: { status: 400, message: "A 'To' phone number is required" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
  20003: { status: 401, message: 'Authenticate' },
  20403: { status: 403, message: 'Forbidden' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  20503: { status: 503, message: 'Service Unavailable' },
};

/** Twilio's Programmable Messaging API, version 2010-04-01: create, list and fetch messages, and status callbacks. */
export class TwilioSimulator implements HttpProtocol {
  readonly provider = 'sms';
  readonly maxBody = 64 * 1024;
  readonly messages = new TwilioMessages();

  constructor(
    private readonly faults: FaultPlans,
    private readonly callbacks: TwilioCallbacks,
    private readonly credentials = new KnownCredentials(),
  ) {}

  read(request: ProviderRequest, storing: boolean): RequestOutcome {
    const [path = '', query] = request.path.split('?', 2);
    const [, account, sid] = PATH.exec(path) ?? [];
    const [, asked, resource] = ACCOUNT_PATH.exec(path) ?? [];
    if (asked !== undefined && request.method === 'GET') {
      return this.isAuthorised(request.headers.authorization, asked)
        ? { kind: 'other', reply: this.readAccount(asked, resource, new URLSearchParams(query)) }
        : refused('20003');
    }
    if (account === undefined) {
      return refused('20404');
    }
    if (!this.isAuthorised(request.headers.authorization, account)) {
      return refused('20003');
    }
    if (request.method === 'GET') {
      return { kind: 'other', reply: this.readMessages(account, sid, path, new URLSearchParams(query)) };
    }
    if (request.method !== 'POST' || sid !== undefined) {
      return refused('20404');
    }
    const form = new URLSearchParams(request.body.toString('utf8'));
    const fault = checkForm(form) ?? this.checkSender(form);
    if (fault !== undefined) {
      return refused(fault);
    }
    const message = this.messages.createMessage(account, form);
    return {
      kind: 'message',
      sender: account,
      token: message.to,
      messageId: contentId(message),
      payload: () => Object.fromEntries(form),
      ...(storing && { onAccepted: () => this.acceptMessage(message, account) }),
      reply: json(201, this.messages.toJson(message)),
    };
  }

  refuse(rule: FaultRule): Reply {
    const code =
      rule.reason ?? Object.keys(ERRORS).find((candidate) => ERRORS[candidate]?.status === rule.status) ?? '20500';
    return toErrorReply(code, rule);
  }

  private acceptMessage(message: Sms, account: string): void {
    this.messages.add(message);
    this.callbacks.sendStatus(message, this.faults.decide('sms', message.to, 'report', account)?.rule?.reason);
  }

  /** Basic authentication with the account's own sid, as twilio's libraries do it, and the account's token. */
  private isAuthorised(authorization: string | undefined, account: string): boolean {
    const credentials = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const [user, ...password] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
    const known = this.credentials.get('sms');
    const isKnown = !known || (known.accountSid === user && known.authToken === password.join(':'));
    return isKnown && user === account && this.callbacks.acceptsToken(account, password.join(':'));
  }

  private checkSender(form: URLSearchParams): string | undefined {
    return this.ownsSender(form.get('From') ?? '') ? undefined : '21606';
  }

  /** Without known credentials every number belongs to every account. */
  private ownsSender(sender: string): boolean {
    return sender === '' || (this.credentials.get('sms')?.senders.includes(sender) ?? true);
  }

  /** The account resource, or its numbers by `PhoneNumber`. */
  private readAccount(sid: string, resource: string | undefined, query: URLSearchParams): Reply {
    if (resource === undefined) {
      return json(200, { sid, friendly_name: 'Simulated', status: 'active', type: 'Full' });
    }
    const number = query.get('PhoneNumber') ?? '';
    const owned =
      number !== '' && this.ownsSender(number) ? [{ sid: `PN${'0'.repeat(32)}`, phone_number: number }] : [];
    return json(200, { incoming_phone_numbers: owned, next_page_uri: null, page: 0, page_size: 50 });
  }

  private readMessages(account: string, sid: string | undefined, path: string, query: URLSearchParams): Reply {
    if (sid === undefined) {
      return json(200, this.messages.list(account, path, query));
    }
    const message = this.messages.find(account, sid);
    return message === undefined ? toErrorReply('20404') : json(200, this.messages.toJson(message));
  }
}

/** Twilio has no id of the sender's; the same text from the same sender to the same number counts as the same message. */
function contentId({ from, body }: Sms): string {
  return createHash('sha256').update(`${from}\0${body}`).digest('hex').slice(0, 32);
}

function checkForm(form: URLSearchParams): string | undefined {
  const to = form.get('To') ?? '';
  const body = form.get('Body') ?? '';
  if (to === '') {
    return '21604';
  }
  if (!NUMBER.test(to)) {
    return '21211';
  }
  const from = form.get('From') ?? '';
  if (from === '' && !form.get('MessagingServiceSid')) {
    return '21603';
  }
  if (from !== '' && !SENDER.test(from)) {
    return '21212';
  }
  const callback = form.get('StatusCallback');
  if (callback !== null && !/^https?:$/.test(URL.parse(callback)?.protocol ?? '')) {
    return '21609';
  }
  if (body === '') {
    return '21602';
  }
  return body.length > MAX_BODY_CHARACTERS ? '21617' : undefined;
}

function toErrorReply(code: string, rule?: FaultRule): Reply {
  const definition = ERRORS[code];
  const status = rule?.status ?? definition?.status ?? 400;
  const body = {
    code: Number(code),
    message: definition?.message ?? 'Bad Request',
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  };
  return json(status, body, retryAfter(rule));
}

function refused(code: string): RequestOutcome {
  return { kind: 'refused', reply: toErrorReply(code) };
}

function json(status: number, value: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
