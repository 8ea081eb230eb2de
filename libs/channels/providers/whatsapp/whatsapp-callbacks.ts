import { createHmac } from 'node:crypto';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import { isEqualSecret } from '../../provider/equal-secret.js';
import { readTime } from '../../provider/reported-time.js';
import type {
  AddressMove,
  CallbackContent,
  CallbackReport,
  DeliveryReport,
  InboundMessage,
  ProviderCallbacks,
} from '../../provider/callback.types.js';
import { isWhatsAppId } from '#libs/channels/definitions';
import { WHATSAPP_ANSWERS } from './whatsapp-answers.js';
import type { WhatsAppCredentials } from './whatsapp-credentials.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Webhooks of the app (Meta, "Webhooks": verification requests, and `messages`). A body is believed only with the
 * signature of the app's secret over its bytes. One app may have several numbers: what is of another one is left out.
 */
export const WHATSAPP_CALLBACKS: ProviderCallbacks<WhatsAppCredentials> = {
  subscribe: ({ phoneNumberId, verifyToken, appSecret }, url) => [
    '/whatsapp-webhook',
    { phoneNumberId, verifyToken, appSecret, url },
  ],

  verify({ verifyToken }, query) {
    const isMeant =
      query.get('hub.mode') === 'subscribe' && isEqualSecret(query.get('hub.verify_token') ?? '', verifyToken);
    return isMeant ? (query.get('hub.challenge') ?? undefined) : undefined;
  },

  read({ appSecret, phoneNumberId }, { headers, body }): CallbackContent | undefined {
    const given = headers['x-hub-signature-256'];
    const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    if (!isEqualSecret(given, expected)) {
      return undefined;
    }
    const event = toJsonObject(parseJson(body.toString('utf8')));
    const values = listObjects(event['entry'])
      .flatMap(({ changes }) => listObjects(changes))
      .flatMap(({ field, value }) => (field === 'messages' && isJsonObject(value) ? [value as Fields] : []))
      .filter(({ metadata }) => toJsonObject(metadata)['phone_number_id'] === phoneNumberId);
    return {
      reports: values.flatMap(({ statuses }) => listObjects(statuses).flatMap(readStatus)),
      inbound: values.flatMap(({ messages, contacts }) =>
        listObjects(messages).flatMap((message) => readMessage(message, listObjects(contacts))),
      ),
      moves: values.flatMap(({ messages }) => listObjects(messages).flatMap(readMove)),
    };
  },
};

function readStatus(status: Fields): CallbackReport[] {
  const { recipient_id: number, recipient_user_id: id, biz_opaque_callback_data: messageId, timestamp } = status;
  const report = readReport(status);
  const time = report.kind === 'undelivered' ? readTime(timestamp) : {};
  const [address, otherAddress] = listAddresses(number, id);
  return address !== undefined && typeof messageId === 'string'
    ? [{ messageId, address, report, ...(otherAddress !== undefined && { otherAddress }), ...time }]
    : [];
}

function readReport({ status, errors }: Fields): DeliveryReport {
  switch (status) {
    case 'delivered':
      return { kind: 'delivered' };
    case 'read':
      return { kind: 'read' };
    case 'failed': {
      const [error = {}] = listObjects(errors);
      const code = typeof error['code'] === 'number' ? String(error['code']) : '';
      const { reason } = WHATSAPP_ANSWERS.classify(400, code);
      return { kind: 'undelivered', code, reason, fate: reason === 'UNSUBSCRIBED' ? 'unsubscribed' : 'stays' };
    }
    default:
      return { kind: 'notice' };
  }
}

/** Buttons of templates answer with their text. A person with a user name may have an id alone. */
function readMessage(message: Fields, contacts: readonly Fields[]): InboundMessage[] {
  const { id, from: number, from_user_id: userId, text, button, interactive, timestamp, type } = message;
  const [contact] = contacts.length === 1 ? contacts : [];
  const [from, otherFrom] = listAddresses(number, userId ?? contact?.['user_id']);
  if (from === undefined || type === 'system') {
    return [];
  }
  const reply = toJsonObject(toJsonObject(interactive)['button_reply'])['title'];
  const words = [toJsonObject(text)['body'], toJsonObject(button)['text'], reply].find(
    (candidate) => typeof candidate === 'string',
  );
  return [
    {
      from,
      ...(otherFrom !== undefined && { otherFrom }),
      text: typeof words === 'string' ? words : '',
      command: '',
      ...readTime(timestamp),
      ...(typeof id === 'string' && { id }),
    },
  ];
}

/**
 * A change of an id, or of a number with its id (Meta, "System messages webhook reference"). The number of the message is
 * the former one.
 */
function readMove({ type, from: number, from_user_id: userId, system }: Fields): AddressMove[] {
  const { type: kind, wa_id: newNumber, user_id: newId, previous_user_id: previousId } = toJsonObject(system);
  if (type !== 'system' || (kind !== 'user_changed_number' && kind !== 'user_changed_user_id')) {
    return [];
  }
  const from = listAddresses(number, previousId ?? userId);
  const to = listAddresses(kind === 'user_changed_number' ? newNumber : undefined, newId);
  return from.length > 0 && to.length > 0 ? [{ from, to }] : [];
}

/** The addresses of a person, the number first. */
function listAddresses(number: unknown, id: unknown): string[] {
  return [
    ...(typeof number === 'string' && /\d/.test(number) && !isWhatsAppId(number) ? [toNumber(number)] : []),
    ...(typeof id === 'string' && isWhatsAppId(id) ? [id] : []),
  ];
}

/** Numbers of WhatsApp are E.164 without the plus. */
function toNumber(id: string): string {
  return `+${id.replace(/^\+/, '')}`;
}

function listObjects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((entry: unknown): entry is Fields => isJsonObject(entry)) : [];
}
