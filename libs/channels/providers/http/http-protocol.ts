import { parseJson, toJsonObject } from '#platform/collections';
import { createSignedHeaders } from '#platform/crypto';
import { lookupPublicAddress } from '#platform/net';
import type { PostAnswer, PostProtocol, PostRequest } from '../../provider/post-protocol.types.js';
import { findSender } from '../../provider/sms-senders.js';
import type { Account, Outcome, Outgoing } from '../../sender/channels.types.js';
import type { EmailPayload, SmsPayload } from '../../sender/payload.types.js';
import type { AnswerTable } from '../../sender/answer-table.js';
import type { Http1Answer } from '../../transport/http1-client.js';
import { HTTP_ANSWERS, httpAnswers } from './http-answers.js';
import type { HttpCredentials } from './http-credentials.js';

export type HttpChannel = 'sms' | 'smtp';
type Failed = Extract<Outcome, { kind: 'failed' }>;

const tables = new WeakMap<HttpCredentials, AnswerTable>();
const contents = new WeakMap<object, string>();

/** Posts `{ id, channel, to, ttlSeconds, reportUrl, sms | email }`, signed as Standard Webhooks 1.0 says. */
export const HTTP_PROTOCOL: PostProtocol<HttpChannel, HttpCredentials> = {
  answers: HTTP_ANSWERS,
  lookup: lookupPublicAddress,
  origin: ({ url }) => new URL(url).origin,
  secrets: ({ secret, authorization = '' }) => [secret, authorization],

  tableOf(credentials) {
    const table = tables.get(credentials) ?? httpAnswers(credentials.answers ?? []);
    tables.set(credentials, table);
    return table;
  },

  write({ channel, credentials }, item): PostRequest | Failed {
    const content = writeContent(credentials, item.payload);
    if (typeof content !== 'string') {
      return content;
    }
    const { messageId, address, ttlSeconds, reportUrl } = item;
    const report = reportUrl === undefined ? '' : `,"reportUrl":${JSON.stringify(reportUrl)}`;
    const kind = channel === 'smtp' ? 'email' : 'sms';
    const body = `{"id":"${messageId}","channel":"${kind}","to":${JSON.stringify(address)},"ttlSeconds":${ttlSeconds}${report},${content}}`;
    const { url, secret, authorization } = credentials;
    const { pathname, search } = new URL(url);
    const signed = createSignedHeaders([secret], messageId, new Date(), body);
    return {
      path: pathname + search,
      headers: [
        'content-type',
        'application/json',
        ...Object.entries(signed).flat(),
        ...(authorization === undefined ? [] : ['authorization', authorization]),
      ],
      body,
    };
  },

  read({ status, text }: Http1Answer, { credentials }: Account<HttpChannel, HttpCredentials>): PostAnswer {
    const { codeField = 'code', idField = 'id' } = credentials;
    const answer = toJsonObject(parseJson(text));
    if (status >= 200 && status < 300) {
      const id = answer[idField];
      return typeof id === 'string' ? { kind: 'taken', providerId: id } : { kind: 'taken' };
    }
    const code = answer[codeField];
    return { kind: 'refused', codes: typeof code === 'string' || typeof code === 'number' ? [String(code)] : [] };
  },
};

/** The content of a message as a JSON field. Recipients with the same content share it. */
function writeContent(credentials: HttpCredentials, payload: Outgoing<HttpChannel>['payload']): string | Failed {
  const known = contents.get(payload);
  if (known !== undefined) {
    return known;
  }
  const written = 'subject' in payload ? writeEmail(payload) : writeSms(credentials, payload);
  if (typeof written === 'string') {
    contents.set(payload, written);
  }
  return written;
}

function writeEmail({ attachments = [], ...email }: EmailPayload): string | Failed {
  return attachments.length > 0
    ? { kind: 'failed', code: 'ATTACHMENTS', reason: 'INVALID_PAYLOAD' }
    : `"email":${JSON.stringify(email)}`;
}

function writeSms({ senders }: HttpCredentials, { body, segments, sender }: SmsPayload): string | Failed {
  const from = senders === undefined ? sender : findSender(senders, sender);
  if (from === undefined && sender !== undefined) {
    return { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' };
  }
  return `"sms":${JSON.stringify({ text: body, segments, ...(from !== undefined && { from }) })}`;
}
