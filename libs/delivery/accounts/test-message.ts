import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Outgoing, PayloadByChannel } from '#libs/channels';
import { parseChatAddress, ruleOfChatAddress, type Channel } from '#libs/channels/definitions';
import { parseJson, toJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { parsePhoneNumber, readMailbox } from '#platform/spelling';

const TITLE = 'Herald test message';
const TEXT = 'This message shows that the provider account works. Nobody needs to do anything.';
const TTL_SECONDS = 600;
const MAX_TO_LENGTH = 8192;
const TOKEN = /^[\x21-\x7e]+$/;

/** The message that tries an account of a channel. */
interface TestMessage<C extends Channel> {
  payload: PayloadByChannel[C];
  /** @throws AppError `malformed` for what cannot be an address of the channel */
  readAddress(to: string): string;
}

const TEST_MESSAGES: { readonly [C in Channel]: TestMessage<C> } = {
  apns: {
    payload: { body: { aps: { alert: { title: TITLE, body: TEXT } } }, pushType: 'alert', priority: 10 },
    readAddress: readToken,
  },
  fcm: { payload: { message: { notification: { title: TITLE, body: TEXT } } }, readAddress: readToken },
  webpush: { payload: { body: { title: TITLE, message: TEXT }, urgency: 'normal' }, readAddress: readSubscription },
  hms: {
    payload: {
      data: {},
      android: { notification: { title: TITLE, body: TEXT, click_action: { type: 3 } } },
      buttons: [],
    },
    readAddress: readToken,
  },
  smtp: { payload: { subject: TITLE, text: TEXT }, readAddress: readMail },
  sms: { payload: { body: `${TITLE}.`, segments: 1 }, readAddress: readNumber },
  // Every account has this template from the start.
  whatsapp: {
    payload: { type: 'template', template: { name: 'hello_world', language: 'en_US', components: [] } },
    readAddress: readNumber,
  },
  chat: { payload: { text: `${TITLE}. ${TEXT}` }, readAddress: readChat },
};

/**
 * A message that tries an account.
 *
 * @param to  device token, e-mail address, number in E.164, address of `chat`; for web push a subscription as JSON, or
 * its endpoint alone
 * @throws AppError `malformed` when it cannot be an address of the channel
 */
export function createTestMessage<C extends Channel>(channel: C, to: string): Outgoing<C> {
  const messageId = randomUUID();
  const { payload, readAddress }: TestMessage<C> = TEST_MESSAGES[channel];
  return {
    messageId,
    address: readAddress(to.trim()),
    payload,
    collapseId: messageId,
    ttlSeconds: TTL_SECONDS,
  };
}

function readToken(to: string): string {
  return checkForm(TOKEN.test(to) && to.length <= MAX_TO_LENGTH, to, 'should be a device token');
}

function readMail(to: string): string {
  return requireRead(readMailbox(to), 'should be an e-mail address');
}

function readNumber(to: string): string {
  return requireRead(parsePhoneNumber(to), 'should be a number with its country code, such as +905551234567');
}

function readChat(to: string): string {
  return checkForm(parseChatAddress(to) !== undefined, to, `should ${ruleOfChatAddress(to)}`);
}

function requireRead(address: string | undefined, rule: string): string {
  return checkForm(address !== undefined, address ?? '', rule);
}

function checkForm(isSound: boolean, to: string, rule: string): string {
  if (!isSound) {
    throw malformed(`Field 'to' ${rule}`);
  }
  return to;
}

/** A push service also takes a message that its browser cannot open, so an endpoint gets keys that no one has. */
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
