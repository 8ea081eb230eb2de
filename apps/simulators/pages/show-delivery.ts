import { countSmsSegments } from '#libs/content';
import { isJsonObject } from '#platform/collections';
import type { Delivery } from '../server/delivery-log.js';
import type { ShownContent } from '../server/shown-content.js';
import { HTTP_API_SIMULATORS } from '../apis/registry.js';
import { clip, factsOf, listOf, textOf } from '../shown/clip.js';
import { showApns, showFcm, showWebPush } from './show-push.js';
import type { MailCard, PushCard, ShownDelivery, SmsCard } from '../shown/shown.types.js';

const MAX_MAIL_CHARACTERS = 20_000;

/** Turns a delivery into its visible content. Never throws: its payload is foreign. */
export function showDelivery({ seq, provider, sender, token, messageId, at, payload }: Delivery): ShownDelivery {
  const fields = isJsonObject(payload) ? payload : {};
  return {
    seq,
    provider,
    sender,
    address: clip(token, 500),
    messageId: clip(messageId, 500),
    at,
    card: cardOf(provider, fields),
  };
}

function cardOf(provider: Delivery['provider'], fields: Record<string, unknown>): ShownDelivery['card'] {
  switch (provider) {
    case 'apns':
      return showApns(fields);
    case 'fcm':
      return showFcm(fields);
    case 'webpush':
      return showWebPush(fields);
    case 'smtp':
      return showMail(fields);
    case 'sms':
      return showSms(fields);
    default:
      return showOther(HTTP_API_SIMULATORS[provider].show(fields));
  }
}

function showMail(mail: Record<string, unknown>): MailCard {
  const envelope = isJsonObject(mail.envelope) ? mail.envelope : {};
  const text = textOf(mail.text);
  return {
    kind: 'mail',
    subject: clip(textOf(mail.subject) ?? '', 1000),
    from: clip(addressOf(mail.from) ?? textOf(envelope.from) ?? '', 1000),
    to: clip(textOf(envelope.to) ?? '', 1000),
    ...(text !== undefined && { text: clip(text, MAX_MAIL_CHARACTERS) }),
    hasHtml: textOf(mail.html) !== undefined,
    headers: factsOf(Object.entries(isJsonObject(mail.headers) ? mail.headers : {})),
    attachments: listOf(mail.attachments).map((entry) => {
      const file = isJsonObject(entry) ? entry : {};
      return {
        name: clip(textOf(file.filename) ?? 'without a name', 300),
        type: clip(textOf(file.mimeType) ?? '', 100),
        bytes: Number(file.size) || 0,
      };
    }),
    signatures: listOf(mail.dkim).map((entry) => {
      const { verdict, domain } = isJsonObject(entry) ? entry : {};
      return clip(`${textOf(domain) ?? ''}: ${textOf(verdict) ?? ''}`, 300);
    }),
    bytes: Number(mail.size) || 0,
  };
}

function addressOf(from: unknown): string | undefined {
  const { name, address } = isJsonObject(from) ? from : {};
  const [shownName, shownAddress] = [textOf(name), textOf(address)];
  return shownName === undefined ? shownAddress : `${shownName} <${shownAddress ?? ''}>`;
}

/** The form that Twilio takes: `MediaUrl` once or more, of which the log has the last. */
function showSms(form: Record<string, unknown>): SmsCard {
  const text = textOf(form.Body) ?? '';
  const { segments, encoding, characters } = countSmsSegments(text);
  const media = textOf(form.MediaUrl);
  return {
    kind: 'sms',
    from: clip(textOf(form.From) ?? textOf(form.MessagingServiceSid) ?? '', 100),
    text: clip(text),
    segments,
    encoding,
    characters,
    media: media === undefined ? [] : [clip(media, 1000)],
  };
}

/** Reads a push, a text message or an e-mail from the request of an HTTP API. */
function showOther(content: ShownContent | PushCard): PushCard | MailCard | SmsCard {
  if ('kind' in content) {
    return content;
  }
  const { to, from, text, subject, html } = content;
  return subject === undefined
    ? showSms({ Body: text, From: from })
    : showMail({ subject, text, html, from: { address: from }, envelope: { to } });
}
