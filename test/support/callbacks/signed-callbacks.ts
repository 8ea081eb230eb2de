import { createHmac, randomUUID } from 'node:crypto';
import { createSignedHeaders } from '#platform/crypto';

/** A request of a provider, with its proof. */
export interface SignedCallback {
  headers: Record<string, string>;
  body: string;
}

/** Address of a callback, and the credentials of the account that proves it. */
export interface CallbackPlace {
  url: string;
  credentials: Readonly<Record<string, unknown>>;
}

/** Message of a person. @property at  sent only by providers that tell it */
export interface WrittenWord {
  from: string;
  text: string;
  id: string;
  at: Date;
}

/**
 * Outcome of a message, by the codes of a provider.
 *
 * @property id  as the provider repeats it
 * @property at  sent only by providers that tell it; absent: now
 */
export interface ReportedOutcome {
  to: string;
  id: string;
  state: 'delivered' | 'opted-out' | 'dead' | 'complaint';
  at?: Date;
}

const text = ({ credentials }: CallbackPlace, name: string): string => String(credentials[name]);
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export function signTwilio(place: CallbackPlace, form: Record<string, string>): SignedCallback {
  const fields: Record<string, string> = { AccountSid: text(place, 'accountSid'), ...form };
  const signed = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}${fields[name]}`)
    .join('');
  const signature = createHmac('sha1', text(place, 'authToken')).update(place.url + signed);
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature.digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

export function signVonage(place: CallbackPlace, content: Record<string, string>): SignedCallback {
  const fields: Record<string, string> = {
    ...content,
    'api-key': text(place, 'apiKey'),
    timestamp: String(seconds(new Date())),
    nonce: randomUUID(),
  };
  const signed = Object.keys(fields)
    .toSorted()
    .map((name) => `&${name}=${(fields[name] ?? '').replaceAll(/[&=]/g, '_')}`)
    .join('');
  const sig = createHmac('sha256', text(place, 'signatureSecret')).update(signed).digest('hex');
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...fields, sig }) };
}

export function signInfobip(place: CallbackPlace, result: object): SignedCallback {
  const pair = Buffer.from(`herald:${text(place, 'callbackPassword')}`).toString('base64');
  return {
    headers: { 'content-type': 'application/json', authorization: `Basic ${pair}` },
    body: JSON.stringify({ results: [result] }),
  };
}

export function signHttp(place: CallbackPlace, content: object, id: string = randomUUID()): SignedCallback {
  const body = JSON.stringify(content);
  const signed = createSignedHeaders([text(place, 'secret')], id, new Date(), body);
  return { headers: { 'content-type': 'application/json', ...signed }, body };
}

export function signWhatsApp(place: CallbackPlace, content: object): SignedCallback {
  const value = { metadata: { phone_number_id: text(place, 'phoneNumberId') }, ...content };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', text(place, 'appSecret')).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  };
}

function signTelegram(place: CallbackPlace, update: object): SignedCallback {
  return {
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': text(place, 'webhookSecret'),
    },
    body: JSON.stringify(update),
  };
}

function signSlack(place: CallbackPlace, event: object): SignedCallback {
  const time = String(seconds(new Date()));
  const body = JSON.stringify({ type: 'event_callback', team_id: text(place, 'teamId'), event });
  const signature = createHmac('sha256', text(place, 'signingSecret')).update(`v0:${time}:${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  };
}

export function signHms(place: CallbackPlace, status: object): SignedCallback {
  const [timestamp, nonce] = [Date.now(), randomUUID()];
  const value = createHmac('sha256', Buffer.from(text(place, 'receiptSecret')))
    .update(`${timestamp}${nonce}${text(place, 'receiptUser')}`)
    .digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'x-huawei-callback-id': `timestamp=${timestamp}; nonce=${nonce}; value=${value}`,
    },
    body: JSON.stringify({ statuses: [{ timestamp, ...status }] }),
  };
}

/** Writes the request of a person's message, by the provider. */
export const WORD_WRITERS = {
  twilio: (place: CallbackPlace, { from, text: body, id }: WrittenWord) =>
    signTwilio(place, { From: from, To: '+15005550006', Body: body, MessageSid: id }),
  vonage: (place: CallbackPlace, { from, text: body, id }: WrittenWord) =>
    signVonage(place, { msisdn: from.slice(1), to: '15005550006', messageId: id, text: body, type: 'text' }),
  infobip: (place: CallbackPlace, { from, text: body, id, at }: WrittenWord) =>
    signInfobip(place, {
      messageId: id,
      from: from.slice(1),
      to: '15005550006',
      text: body,
      receivedAt: at.toISOString().replace('Z', '+0000'),
    }),
  http: (place: CallbackPlace, { from, text: body, id, at }: WrittenWord) =>
    signHttp(place, { from, text: body, at: at.toISOString() }, id),
  whatsapp: (place: CallbackPlace, { from, text: body, id, at }: WrittenWord) =>
    signWhatsApp(place, {
      messages: [{ from: from.slice(1), id, timestamp: String(seconds(at)), type: 'text', text: { body } }],
    }),
  telegram: (place: CallbackPlace, { from, text: words, id, at }: WrittenWord) =>
    signTelegram(place, {
      update_id: Number(id),
      message: {
        message_id: 1,
        chat: { id: Number(from.replace('telegram:', '')), type: 'private' },
        date: seconds(at),
        text: words,
      },
    }),
  slack: (place: CallbackPlace, { from, text: words, at }: WrittenWord) =>
    signSlack(place, {
      type: 'message',
      channel_type: 'im',
      user: from.replace('slack:', ''),
      text: words,
      ts: `${seconds(at)}.000100`,
    }),
} as const;
export type WritingProvider = keyof typeof WORD_WRITERS;

/** Writes the report about a message, by the provider. A provider does not report the absent states. */
export const REPORT_WRITERS = {
  twilio: {
    delivered: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signTwilio(place, { MessageStatus: 'delivered', To: to, MessageSid: id }),
    'opted-out': (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signTwilio(place, { MessageStatus: 'undelivered', ErrorCode: '21610', To: to, MessageSid: id }),
    dead: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signTwilio(place, { MessageStatus: 'undelivered', ErrorCode: '21614', To: to, MessageSid: id }),
  },
  vonage: {
    delivered: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signVonage(place, { msisdn: to.slice(1), status: 'delivered', 'err-code': '0', 'client-ref': id }),
    'opted-out': (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signVonage(place, { msisdn: to.slice(1), status: 'failed', 'err-code': '9', 'client-ref': id }),
  },
  infobip: {
    delivered: (place: CallbackPlace, report: ReportedOutcome) =>
      signInfobip(place, infobipResult(report, 5, 'NO_ERROR')),
    'opted-out': (place: CallbackPlace, report: ReportedOutcome) =>
      signInfobip(place, infobipResult(report, 9, 'EC_SC_BLOCKED_BY_END_USER')),
    dead: (place: CallbackPlace, report: ReportedOutcome) =>
      signInfobip(place, infobipResult(report, 9, 'EC_DEACTIVATED_LIST')),
  },
  http: {
    delivered: (place: CallbackPlace, { to, id }: ReportedOutcome) => signHttp(place, { to, id, status: 'delivered' }),
    'opted-out': (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signHttp(place, { to, id, status: 'undelivered', code: 'stop', optedOut: true }),
    dead: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signHttp(place, { to, id, status: 'undelivered', code: 'gone', dead: true }),
    complaint: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signHttp(place, { to, id, status: 'complaint', code: 'abuse' }),
  },
  whatsapp: {
    delivered: (place: CallbackPlace, report: ReportedOutcome) =>
      signWhatsApp(place, { statuses: [whatsAppStatus(report, { status: 'delivered' })] }),
    'opted-out': (place: CallbackPlace, report: ReportedOutcome) =>
      signWhatsApp(place, { statuses: [whatsAppStatus(report, { status: 'failed', errors: [{ code: 131050 }] })] }),
  },
  hms: {
    delivered: (place: CallbackPlace, { to, id }: ReportedOutcome) =>
      signHms(place, { token: to, biTag: id, status: 0 }),
    dead: (place: CallbackPlace, { to, id }: ReportedOutcome) => signHms(place, { token: to, biTag: id, status: 2 }),
  },
} as const;
export type ReportingProvider = keyof typeof REPORT_WRITERS;

function infobipResult({ to, id, at = new Date() }: ReportedOutcome, state: 5 | 9, error: string): object {
  return {
    to: to.slice(1),
    messageId: id,
    status: { id: state, groupName: state === 5 ? 'DELIVERED' : 'UNDELIVERABLE', name: 'X' },
    error: { id: 1, name: error },
    doneAt: at.toISOString().replace('Z', '+0000'),
  };
}

function whatsAppStatus({ to, id, at = new Date() }: ReportedOutcome, more: object): object {
  const timestamp = String(seconds(at));
  return { id: 'wamid.x', timestamp, recipient_id: to.slice(1), biz_opaque_callback_data: id, ...more };
}
