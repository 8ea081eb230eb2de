import { parseJson, toJsonObject } from '#platform/collections';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import { findSender } from '../../provider/sms-senders.js';
import { INFOBIP_ANSWERS } from './infobip-answers.js';
import { proveUrl } from './infobip-callbacks.js';
import type { InfobipCredentials } from './infobip-credentials.js';

export const INFOBIP_PATH = '/sms/3/messages';
/** Longer validity periods are "automatically set to 48h". */
const MAX_TTL_SECONDS = 48 * 3600;
/** Statuses of a gateway that got no good answer itself: the message may have gone on (RFC 9110, 15.6.3 and 15.6.5). */
const GATEWAY_STATUSES: readonly number[] = [502, 504];
/** REJECTED_DUPLICATE_MESSAGE_ID */
const DUPLICATE_ID = 23;

/** `POST /sms/3/messages` with one message (Infobip, "Send SMS message", version 3). */
export const INFOBIP_PROTOCOL: PostProtocol<'sms', InfobipCredentials> = {
  answers: INFOBIP_ANSWERS,
  origin: ({ host }) => `https://${host}`,
  secrets: ({ apiKey, callbackPassword = '' }) => [apiKey, callbackPassword],

  write({ credentials }, { address, payload, messageId, ttlSeconds, reportUrl }) {
    const { senders, callbackPassword } = credentials;
    const sender = findSender(senders, payload.sender);
    if (sender === undefined) {
      return { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' };
    }
    const message = {
      sender: sender.replace(/^\+/, ''),
      destinations: [{ to: address.replace(/^\+/, ''), messageId }],
      content: { text: payload.body.toWellFormed() },
      options: {
        validityPeriod: {
          amount: Math.min(Math.max(1, Math.trunc(ttlSeconds)), MAX_TTL_SECONDS),
          timeUnit: 'SECONDS',
        },
      },
      ...(reportUrl !== undefined &&
        callbackPassword !== undefined && {
          webhooks: { delivery: { url: proveUrl(reportUrl, callbackPassword) }, contentType: 'application/json' },
        }),
    };
    return {
      path: INFOBIP_PATH,
      headers: Object.entries(infobipHeaders(credentials)).flat(),
      body: JSON.stringify({ messages: [message] }),
    };
  },

  read({ status, text }): PostAnswer {
    const answer = toJsonObject(parseJson(text));
    if (GATEWAY_STATUSES.includes(status)) {
      throw doubt(String(status), `A gateway of Infobip answered ${status}`);
    }
    if (status < 200 || status >= 300) {
      const { errorCode, description } = answer;
      return {
        kind: 'refused',
        codes: typeof errorCode === 'string' ? [errorCode] : [],
        ...(typeof description === 'string' && { words: description }),
      };
    }
    const [message] = Array.isArray(answer['messages']) ? (answer['messages'] as unknown[]) : [];
    const { messageId, status: state } = toJsonObject(message);
    return readState(toJsonObject(state), messageId);
  },
};

/** Headers of every request, with the key. */
export function infobipHeaders({ apiKey }: Pick<InfobipCredentials, 'apiKey'>): Record<string, string> {
  return { authorization: `App ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' };
}

/** @throws Error for a state without meaning, and for a repeated id */
function readState({ groupName, id, name, description }: Record<string, unknown>, messageId: unknown): PostAnswer {
  switch (groupName) {
    case 'ACCEPTED':
    case 'PENDING':
    case 'DELIVERED':
      return typeof messageId === 'string' ? { kind: 'taken', providerId: messageId } : { kind: 'taken' };
    case 'UNDELIVERABLE':
    case 'EXPIRED':
    case 'REJECTED':
      break;
    default:
      throw new SyntaxError('An answer of Infobip without a state of the message');
  }
  // Infobip has seen the id in an earlier attempt. It does not say what became of that one.
  if (id === DUPLICATE_ID) {
    throw doubt('REJECTED_DUPLICATE_MESSAGE_ID', 'Infobip has had a message with this id');
  }
  const codes = [name, typeof id === 'number' ? String(id) : ''].filter((code) => typeof code === 'string');
  return { kind: 'refused', codes, words: [name, description].filter((word) => typeof word === 'string').join(': ') };
}

/** The code of an error becomes that of the message in doubt. */
function doubt(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
