import type { FcmPayload, SmsPayload } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { AppError, missing } from '#platform/errors';
import type { Rendered } from '../model/render.types.js';
import { MAX_SMS_CHARACTERS } from '../model/sms-segments.js';
import { renderApns } from './apns.js';
import { CHAT_CONTENT } from './chat.js';
import { jsonBytes, type ChannelContent, type PayloadSize } from './channel-content.js';
import { renderEmail, renderSms } from './email-and-sms.js';
import { renderFcm } from './fcm.js';
import { HMS_CONTENT } from './hms.js';
import { MAX_APNS_BYTES, MAX_FCM_BYTES, MAX_WEB_PUSH_BYTES, TAG_BYTES } from './payload-size.js';
import { renderWebPush } from './web-push.js';
import { WHATSAPP_CONTENT } from './whatsapp.js';

/**
 * Segments of 1600 characters of the GSM alphabet. A text in UCS-2 has the same limit, because carriers refuse longer
 * ones (Twilio, error 30019).
 */
const MAX_SMS_SEGMENTS = 11;

const measureFcm = ({ message, isDrawnByApp }: FcmPayload): PayloadSize => ({
  bytes: jsonBytes(message),
  limit: MAX_FCM_BYTES - (isDrawnByApp ? TAG_BYTES : 0),
});

/** The renderings of a message, by channel. */
export const CHANNEL_CONTENTS: { readonly [C in Channel]: ChannelContent<C> } = {
  apns: {
    render: (message, { platform }, language, filler, launchedAt) =>
      renderApns(message, platform, language, filler, launchedAt),
    measure: ({ body }) => ({ bytes: jsonBytes(body), limit: MAX_APNS_BYTES }),
    readInboxData: ({ body }) => body,
  },
  fcm: {
    render(message, { isDrawn = false }, language, filler) {
      const drawn = isDrawn ? renderFcm(message, language, filler, true) : undefined;
      // A payload that is too large for the app to draw may still fit in parts that the system draws.
      return drawn && fits(measureFcm(drawn.payload)) ? drawn : renderFcm(message, language, filler, false);
    },
    measure: measureFcm,
    readInboxData: ({ message }) => message['data'],
  },
  webpush: {
    render: (message, { platform }, language, filler) => renderWebPush(message, platform, language, filler),
    measure: ({ body }) => ({ bytes: jsonBytes(body), limit: MAX_WEB_PUSH_BYTES }),
    readInboxData: ({ body }) => body,
  },
  smtp: {
    render: (message, _variant, language, filler) => renderEmail(message, language, filler),
    measure: ({ subject, html = '', text = '' }) => ({
      bytes: [subject, html, text].reduce((sum, part) => sum + Buffer.byteLength(part), 0),
      limit: null,
    }),
    check({ text, subject, title }, nameOf) {
      if (text === undefined) {
        throw new AppError('email_without_content', `${nameOf('message')} is required: an e-mail needs content`);
      }
      if (subject === undefined && title === undefined) {
        throw missing(nameOf('title'));
      }
    },
  },
  sms: {
    render(message, _variant, language, filler) {
      const rendered = renderSms(message, language, filler);
      return fitsSms(rendered.payload) ? rendered : { failure: 'PAYLOAD_TOO_LARGE' };
    },
    measure: ({ body }) => ({ bytes: Buffer.byteLength(body), limit: null }),
    check({ text }, nameOf) {
      if (text === undefined) {
        throw missing(nameOf('message'));
      }
    },
  },
  hms: HMS_CONTENT,
  whatsapp: WHATSAPP_CONTENT,
  chat: CHAT_CONTENT,
};

/** The size of a rendered message, by the rule of its provider. */
export function measurePayload({ channel, payload }: Extract<Rendered, { kind: 'ok' }>): PayloadSize {
  return contentOf(channel).measure(payload);
}

/** Reads the part of a push that the inbox keeps beside its text. */
export function readInboxData({ channel, payload }: Extract<Rendered, { kind: 'ok' }>): unknown {
  return contentOf(channel).readInboxData?.(payload);
}

/** The content of a channel that is known at run time alone; its payloads are those of the same channel. */
export function contentOf(channel: Channel): ChannelContent<Channel> {
  return CHANNEL_CONTENTS[channel];
}

export function fits({ bytes, limit }: PayloadSize): boolean {
  return limit === null || bytes <= limit;
}

/** Tests if Twilio accepts a text message of this length. */
export function fitsSms(payload: SmsPayload): boolean {
  return payload.body.length <= MAX_SMS_CHARACTERS && payload.segments <= MAX_SMS_SEGMENTS;
}
