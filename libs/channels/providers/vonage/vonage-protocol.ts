import { parseJson, toJsonObject } from '#platform/collections';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import { findSender } from '../../provider/sms-senders.js';
import { VONAGE_ANSWERS } from './vonage-answers.js';
import type { VonageCredentials } from './vonage-credentials.js';

/** Vonage's bounds of `ttl`, in ms (SMS API reference). */
const MIN_TTL_MS = 20_000;
const MAX_TTL_MS = 604_800_000;

/** `POST /sms/json`, a form with the credentials in it (Vonage, "SMS API reference"). */
export const VONAGE_PROTOCOL: PostProtocol<'sms', VonageCredentials> = {
  answers: VONAGE_ANSWERS,
  origin: () => 'https://rest.nexmo.com',
  secrets: ({ apiSecret, signatureSecret = '' }) => [apiSecret, signatureSecret],

  write({ credentials }, { address, payload, messageId, ttlSeconds, reportUrl, reportId = messageId }) {
    const { apiKey, apiSecret, senders, signatureSecret } = credentials;
    const from = findSender(senders, payload.sender);
    if (from === undefined) {
      return { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' };
    }
    const form = new URLSearchParams({
      api_key: apiKey,
      api_secret: apiSecret,
      from: from.replace(/^\+/, ''),
      to: address.replace(/^\+/, ''),
      text: payload.body.toWellFormed(),
      type: 'unicode',
      ttl: String(Math.min(Math.max(MIN_TTL_MS, Math.trunc(ttlSeconds * 1000)), MAX_TTL_MS)),
      'client-ref': reportId,
    });
    if (reportUrl !== undefined && signatureSecret !== undefined) {
      form.set('callback', reportUrl);
    }
    return {
      path: '/sms/json',
      headers: ['content-type', 'application/x-www-form-urlencoded', 'accept', 'application/json'],
      body: form.toString(),
    };
  },

  read({ status, text }): PostAnswer {
    const { messages } = toJsonObject(parseJson(text));
    if (status < 200 || status >= 300) {
      return { kind: 'refused', codes: [] };
    }
    if (!Array.isArray(messages) || messages.length === 0) {
      throw new SyntaxError('An answer of Vonage without messages');
    }
    const parts = messages.map((part: unknown) => toJsonObject(part));
    const refused = parts.filter((part) => part['status'] !== '0');
    // Some parts of a long message are on their way, others are not: it is neither sent nor unsent.
    if (refused.length > 0 && refused.length < parts.length) {
      throw new Error('Vonage took some parts of a message');
    }
    const [first = {}] = refused.length > 0 ? refused : parts;
    const { status: code, 'message-id': id } = first;
    if (refused.length > 0) {
      return { kind: 'refused', codes: typeof code === 'string' ? [code] : [] };
    }
    return typeof id === 'string' ? { kind: 'taken', providerId: id } : { kind: 'taken' };
  },
};
