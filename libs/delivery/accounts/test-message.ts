import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Channel, Outgoing, PayloadByChannel } from '#libs/channels';
import { parseJson, toJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';

const TITLE = 'Herald test message';
const TEXT = 'This message shows that the provider account works. Nobody needs to do anything.';
const TTL_SECONDS = 600;
const MAX_TO_LENGTH = 8192;
/** RFC 5321, section 4.5.3.1.3, without quoted local parts. */
const MAILBOX = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}]{1,189}$/u;
const NUMBER = /^\+[1-9]\d{6,14}$/;
const TOKEN = /^[\x21-\x7e]+$/;

const PAYLOADS: { readonly [C in Channel]: PayloadByChannel[C] } = {
  apns: { body: { aps: { alert: { title: TITLE, body: TEXT } } }, pushType: 'alert', priority: 10 },
  fcm: { message: { notification: { title: TITLE, body: TEXT } } },
  webpush: { body: { title: TITLE, message: TEXT }, urgency: 'normal' },
  smtp: { subject: TITLE, text: TEXT },
  sms: { body: `${TITLE}.`, segments: 1 },
};

/**
 * A message that tries an account.
 *
 * @param to  device token, e-mail address, number in E.164; for web push a subscription as JSON, or its endpoint alone
 * @throws AppError `malformed` when it cannot be an address of the channel
 */
export function createTestMessage<C extends Channel>(channel: C, to: string): Outgoing<C> {
  const messageId = randomUUID();
  return {
    messageId,
    address: readAddress(channel, to.trim()),
    payload: PAYLOADS[channel],
    collapseId: messageId,
    ttlSeconds: TTL_SECONDS,
  };
}

function readAddress(channel: Channel, to: string): string {
  switch (channel) {
    case 'smtp':
      return checkForm(MAILBOX.test(to), to, 'should be an e-mail address');
    case 'sms':
      return checkForm(NUMBER.test(to), to, 'should be a number with its country code, such as +905551234567');
    case 'webpush':
      return readSubscription(to);
    case 'apns':
    case 'fcm':
      return checkForm(TOKEN.test(to) && to.length <= MAX_TO_LENGTH, to, 'should be a device token');
  }
}

function checkForm(isSound: boolean, to: string, rule: string): string {
  if (!isSound) {
    throw malformed(`Field 'to' ${rule}`);
  }
  return to;
}

/** A push service also takes a message that its browser cannot open, so an endpoint gets keys that nobody has. */
function readSubscription(to: string): string {
  const { endpoint, keys } = toJsonObject(parseJson(to));
  const isWhole = typeof endpoint === 'string' && typeof toJsonObject(keys)['p256dh'] === 'string';
  if (!isWhole && URL.parse(to)?.protocol !== 'https:') {
    throw malformed(`Field 'to' should be a subscription as JSON, or the https URL of its endpoint`);
  }
  if (isWhole) {
    return to;
  }
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const nobody = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return JSON.stringify({ endpoint: to, keys: nobody });
}
