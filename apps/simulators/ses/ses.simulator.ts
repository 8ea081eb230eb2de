import { createHmac, randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { AskedReport, Reporter } from '../server/reporter.js';
import type { CallbackPoster } from '../server/callback-poster.js';
import { BadRequest, loopbackUrl } from '../server/control-input.js';
import type { Delivery } from '../server/delivery-log.js';
import {
  bareMessageId,
  retryAfter,
  type HttpProtocol,
  type ProviderRequest,
  type Reply,
  type RequestOutcome,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import type { ShownContent } from '../server/shown-content.js';
import { checkSignature } from './signature-v4.js';
import { toEvent } from './ses-events.js';
import { SnsTopics } from './sns-topics.js';

/** SES takes 40 MB in base64 (SES, "Service quotas"). */
const MAX_MAIL_BYTES = 40 * 1024 * 1024;
const SHOWN_CHARACTERS = 64 * 1024;
const MESSAGE_TAG = 'herald-message';

/** Errors by name, with their HTTP status and usual words (SES API v2 reference). */
const ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  MessageRejected: [400, 'The message contains invalid content.'],
  UNVERIFIED_IDENTITY: [
    400,
    'Email address is not verified. The following identities failed the check in region EU-WEST-1: shop@example.org',
  ],
  MailFromDomainNotVerifiedException: [400, 'The sending domain is not verified.'],
  AccountSuspendedException: [400, 'Sending suspended for this account.'],
  SendingPausedException: [400, 'Email sending is disabled for your account.'],
  LimitExceededException: [400, 'There are too many instances of the specified resource type.'],
  NotFoundException: [404, 'Configuration set <herald> does not exist.'],
  BadRequestException: [400, 'The input you provided is invalid.'],
  TooManyRequestsException: [429, 'Maximum sending rate exceeded.'],
  ThrottlingException: [400, 'Maximum sending rate exceeded.'],
  DAILY_QUOTA: [429, 'Daily message quota exceeded.'],
  UnrecognizedClientException: [403, 'The security token included in the request is invalid.'],
  InvalidSignatureException: [403, 'The request signature we calculated does not match the signature you provided.'],
  ExpiredTokenException: [403, 'The security token included in the request is expired'],
  AccessDeniedException: [403, 'User is not authorized to perform ses:SendEmail'],
  InternalServiceErrorException: [500, 'Internal service error.'],
  ServiceUnavailable: [503, 'Service unavailable.'],
};
/** Names of errors that differ from the name of their reason. */
const NAMES: Readonly<Record<string, string>> = {
  UNVERIFIED_IDENTITY: 'MessageRejected',
  DAILY_QUOTA: 'TooManyRequestsException',
};

/**
 * Amazon SES, API v2: `POST /v2/email/outbound-emails` with raw content and `GET /v2/email/account`, signed with Signature
 * Version 4, and the SNS topic to which a configuration set publishes. Like SES it takes a repeated message as another one.
 *
 * `POST /sns-subscription` of the control API with `{"topicArn", "url"}` and `POST /sns-message` with
 * `{"topicArn", "message"}` stand in place of the console of SNS.
 */
export class SesSimulator implements HttpProtocol, Reporter {
  readonly provider = 'ses';
  readonly maxBody = 2 * MAX_MAIL_BYTES;
  private readonly topics: SnsTopics;
  readonly actions = {
    '/sns-subscription': (input: unknown) => this.subscribe(input),
    '/sns-message': (input: unknown) => this.publish(input),
  };

  /** @param origin  `https://host:port` of this server, as its customers reach it */
  constructor(
    private readonly faults: FaultPlans,
    callbacks: CallbackPoster,
    origin: () => string,
  ) {
    this.topics = new SnsTopics(callbacks, origin);
  }

  read(request: ProviderRequest, storing: boolean): RequestOutcome {
    const { method, path } = request;
    const [place = '', query = ''] = path.split('?', 2);
    if (place === this.topics.certificatePath) {
      return { kind: 'other', reply: { status: 200, body: this.topics.certificate } };
    }
    if (method === 'GET' && place === '/') {
      const { TopicArn = '', Token = '' } = Object.fromEntries(new URLSearchParams(query));
      return { kind: 'other', reply: { status: this.topics.confirm(TopicArn, Token) ? 200 : 403, body: '' } };
    }
    const check = checkSignature(request, 'ses', (key) => (/^AKIA[A-Z0-9]{16}$/.test(key) ? secretOf(key) : undefined));
    if ('error' in check) {
      return { kind: 'refused', reply: toError(check.error, check.message, 403) };
    }
    if (method === 'GET' && place === '/v2/email/account') {
      return { kind: 'other', reply: json(200, { SendingEnabled: true, ProductionAccessEnabled: true }) };
    }
    return method === 'POST' && place === '/v2/email/outbound-emails'
      ? this.readMessage(request, check.accessKeyId, storing)
      : { kind: 'refused', reply: toError('NotFoundException', 'Unable to determine service/operation name', 404) };
  }

  refuse(rule: FaultRule): Reply {
    const { reason, status } = rule;
    const name = reason ?? (status === undefined ? 'InternalServiceErrorException' : '');
    const [usual, message] = ERRORS[name] ?? [status ?? 400, reason ?? 'A fault'];
    const headers = retryAfter(rule);
    return reason === undefined && status !== undefined
      ? { status, headers, body: '' }
      : toError(NAMES[name] ?? name, message, status ?? usual, headers);
  }

  private readMessage({ body }: ProviderRequest, sender: string, storing: boolean): RequestOutcome {
    const { Destination, Content, EmailTags, ConfigurationSetName, FromEmailAddress } = toJsonObject(
      parseJson(body.toString('utf8')),
    );
    const { ToAddresses } = toJsonObject(Destination);
    const data = toJsonObject(toJsonObject(Content)['Raw'])['Data'];
    const [to] = Array.isArray(ToAddresses) ? (ToAddresses as unknown[]) : [];
    const raw = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.alloc(0);
    if (typeof to !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(to)) {
      return { kind: 'refused', reply: toError('BadRequestException', "Missing final '@domain'", 400) };
    }
    if (raw.length === 0 || raw.length > MAX_MAIL_BYTES || !/^from:/im.test(raw.toString('latin1', 0, 16_384))) {
      return { kind: 'refused', reply: toError('BadRequestException', 'Invalid raw message.', 400) };
    }
    const tags = readTags(EmailTags);
    const id = `${randomBytes(8).toString('hex')}-${randomBytes(4).toString('hex')}-000000`;
    return {
      kind: 'message',
      sender,
      token: to,
      messageId: bareMessageId(tags[MESSAGE_TAG]?.[0] ?? id),
      payload: async () => ({
        to,
        from: FromEmailAddress,
        configurationSet: ConfigurationSetName,
        tags,
        ...(await show(raw)),
      }),
      reply: json(200, { MessageId: id }),
      ...(storing && { onAccepted: () => this.reportLater({ sender, to, id, tags }) }),
    };
  }

  private reportLater({ sender, ...mail }: Accepted): void {
    const reason = this.faults.decide('ses', mail.to, 'report', sender)?.rule?.reason;
    this.topics.publish(topicOf(sender), toEvent(reason, mail));
  }

  kindsOf(): readonly string[] {
    return Object.keys(REASONS);
  }

  async report(
    { sender, token: to, messageId: id, payload }: Delivery,
    { kind }: AskedReport,
  ): Promise<string | undefined> {
    const tags = toJsonObject(toJsonObject(payload)['tags']);
    const event = toEvent(REASONS[kind], { to, id, tags });
    const status = await this.topics.publishNow(topicOf(sender), event);
    return status === undefined ? undefined : String(status);
  }

  private async subscribe(input: unknown): Promise<{ confirmed: true }> {
    const { topicArn, url: text } = toJsonObject(input);
    const url = loopbackUrl(typeof text === 'string' ? text : '');
    if (typeof topicArn !== 'string' || url === undefined) {
      throw new BadRequest(['topicArn is required, and url must be an http or https URL of this machine']);
    }
    if (!(await this.topics.subscribe(topicArn, url))) {
      throw new BadRequest([`${url.origin} has not confirmed the subscription to ${topicArn}`]);
    }
    return { confirmed: true };
  }

  private async publish(input: unknown): Promise<{ status: number }> {
    const { topicArn, message } = toJsonObject(input);
    if (typeof topicArn !== 'string' || !isJsonObject(message)) {
      throw new BadRequest(['topicArn and message are required, and message must be an object']);
    }
    const status = await this.topics.publishNow(topicArn, message);
    if (status === undefined) {
      throw new BadRequest([`No address has confirmed a subscription to ${topicArn}`]);
    }
    if (status !== 200) {
      throw new BadRequest([`The subscriber to ${topicArn} has answered ${status}`]);
    }
    return { status };
  }
}

interface Accepted {
  sender: string;
  to: string;
  id: string;
  tags: Record<string, string[]>;
}

/** Reasons for reports by hand, as `toEvent` has them. */
const REASONS: Readonly<Record<string, string | undefined>> = {
  delivered: undefined,
  bounced: 'Permanent.General',
  complained: 'complaint',
};

/** The topic of the configuration set of a simulated account. */
function topicOf(accessKeyId: string): string {
  return `arn:aws:sns:eu-west-1:000000000001:${accessKeyId}`;
}

export function showSes({ to, from, subject, text, html }: Record<string, unknown>): ShownContent {
  return { to, from, subject, text, html };
}

async function show(raw: Buffer): Promise<object> {
  const { headers, subject, html, text, attachments } = await PostalMime.parse(raw);
  return {
    subject,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    html: html?.slice(0, SHOWN_CHARACTERS),
    text: text?.slice(0, SHOWN_CHARACTERS),
    attachments: attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
    size: raw.length,
  };
}

function readTags(list: unknown): Record<string, string[]> {
  const tags = Array.isArray(list) ? list.filter((tag) => isJsonObject(tag)) : [];
  return Object.fromEntries(
    tags.flatMap(({ Name, Value }) => (typeof Name === 'string' && typeof Value === 'string' ? [[Name, [Value]]] : [])),
  );
}

/** A signature does not contain the secret: that of a simulated key is derived from its id, on both sides. */
function secretOf(accessKeyId: string): string {
  return createHmac('sha256', 'herald simulator').update(accessKeyId).digest('base64').slice(0, 40);
}

function toError(name: string, message: string, status: number, headers: Record<string, string> = {}): Reply {
  return json(status, { message }, { 'x-amzn-errortype': name, ...headers });
}

function json(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
