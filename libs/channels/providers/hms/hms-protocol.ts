import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import type { Account } from '../../sender/channels.types.js';
import { createHmsAccess } from './hms-access.js';
import { ACCESS_CODES, HMS_ANSWERS } from './hms-answers.js';
import type { HmsCredentials } from './hms-credentials.js';
import { toHmsMessage } from './hms-message.js';

const TAKEN = '80000000';
const PARTLY_TAKEN = '80100000';

/** `POST /v1/CLIENT_ID/messages:send`, one token in each request (Huawei, "Push Kit REST API: downlink messages"). */
export const HMS_PROTOCOL: PostProtocol<'hms', HmsCredentials> = {
  answers: HMS_ANSWERS,
  origin: () => 'https://push-api.cloud.huawei.com',
  secrets: ({ clientSecret, receiptSecret = '' }) => [clientSecret, receiptSecret],
  openAccess: createHmsAccess,
  isTokenRefused: (answer) => ACCESS_CODES.includes(readCode(toJsonObject(parseJson(answer.text)))),

  write(account, item) {
    const { android, ...message } = toHmsMessage(item.payload, item);
    const receiptId = receiptIdOf(account, item.reportUrl);
    const options = isJsonObject(android) ? android : {};
    return {
      path: sendPath(account.credentials),
      headers: ['content-type', 'application/json; charset=utf-8', 'accept', 'application/json'],
      body: JSON.stringify({
        message: {
          ...message,
          android: receiptId === undefined ? options : { ...options, receipt_id: receiptId },
          token: [item.address],
        },
      }),
    };
  },

  read({ status, text }): PostAnswer {
    const fields = toJsonObject(parseJson(text));
    const code = readCode(fields);
    if (status === 200 && (code === TAKEN || (code === PARTLY_TAKEN && !hasRefusedToken(fields['msg'])))) {
      const { requestId: id } = fields;
      return typeof id === 'string' && id !== '' ? { kind: 'taken', providerId: id } : { kind: 'taken' };
    }
    if (status === 200 && code === '') {
      throw new SyntaxError('An answer of Push Kit without a code');
    }
    return { kind: 'refused', codes: [code] };
  },
};

/** The path of messages of an app. */
export function sendPath({ clientId }: HmsCredentials): string {
  return `/v1/${encodeURIComponent(clientId)}/messages:send`;
}

/** A code of Push Kit; '' where the body has none. */
export function readCode({ code }: Record<string, unknown>): string {
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

/** Huawei knows the addresses of receipts by an id. The simulator takes the address itself for one. */
function receiptIdOf({ credentials, origin }: Account<'hms', HmsCredentials>, reportUrl?: string): string | undefined {
  return origin ? reportUrl : credentials.receiptId;
}

/** Tests if the message of a partial success names the only token of the request: `{"failure":1,"illegal_tokens":[…]}`. */
function hasRefusedToken(message: unknown): boolean {
  const { failure, illegal_tokens: tokens } = toJsonObject(parseJson(typeof message === 'string' ? message : ''));
  return failure !== 0 || (Array.isArray(tokens) && tokens.length > 0);
}
