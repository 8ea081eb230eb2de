import { randomUUID } from 'node:crypto';
import { parseJson, toJsonObject } from '#platform/collections';
import { APNS_HOSTS } from './apns.sender.js';
import { ApnsToken } from './apns-token.js';
import { toErrorWords, toProviderWords } from '../../faults/provider-words.js';
import { APNS_ANSWERS } from './apns-answers.js';
import type { AccountCheck, CheckStep } from '../../provider/account-check.types.js';
import { askOverHttp2 } from '../../transport/http2-question.js';
import type { ApnsCredentials } from './apns-credentials.js';

/** No device has it. Apple looks at key and topic first, so BadDeviceToken says that both are good. */
const IMPOSSIBLE_TOKEN = 'dead'.repeat(16);
const UNKNOWN_TOKEN = new Set(['BadDeviceToken', 'Unregistered']);

/** Sends to a token that no device has (Apple, "Handling notification responses from APNs"). */
export const checkApns: AccountCheck<'apns', ApnsCredentials> = async ({ credentials, origin }) => {
  const { teamId, keyId, key, topic, environment } = credentials;
  const name = `key ${keyId} of team ${teamId} for ${topic} in ${environment}`;
  let authorization: string;
  try {
    authorization = new ApnsToken(teamId, keyId, key).authorization();
  } catch (error) {
    return [{ name, words: '', fault: { code: 'InvalidKey', why: 'AUTH', words: toErrorWords(error) } }];
  }
  const target = origin
    ? { origin: `https://${origin.host}:${origin.port}`, ca: origin.ca }
    : { origin: APNS_HOSTS[environment] };
  const end = await askOverHttp2(target, {
    headers: {
      ':method': 'POST',
      ':path': `/3/device/${IMPOSSIBLE_TOKEN}`,
      authorization,
      'apns-topic': topic,
      'apns-push-type': 'background',
      'apns-priority': 5,
      'apns-expiration': 0,
      'apns-id': randomUUID(),
    },
    body: '{"aps":{"content-available":1}}',
  });
  return [{ name, ...readEnd(end) }];
};

function readEnd(end: Awaited<ReturnType<typeof askOverHttp2>>): Omit<CheckStep, 'name'> {
  if ('code' in end) {
    const { code, words = '' } = end;
    return { words: '', fault: { code, why: 'PROVIDER_UNAVAILABLE', words } };
  }
  const told = toJsonObject(parseJson(end.body))['reason'];
  const reason = typeof told === 'string' ? told : String(end.status);
  const words = toProviderWords(`${end.status} ${end.body}`);
  return end.status === 200 || UNKNOWN_TOKEN.has(reason)
    ? { words }
    : { words, fault: { code: reason, why: APNS_ANSWERS.classify(end.status, reason).reason, words } };
}
