import { verify, X509Certificate } from 'node:crypto';
import { isJsonObject, parseJson } from '#platform/collections';
import { awsDomain, regionOfTopic } from './ses-credentials.js';

/**
 * How old a message may be: SNS repeats one that was not taken for up to an hour (Amazon SNS, "Message delivery
 * retries").
 */
export const MAX_AGE_MS = 2 * 60 * 60 * 1000;
/** By which the clock of SNS may be ahead. */
const MAX_AHEAD_MS = 5 * 60 * 1000;
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/;

/** The fields that a signature covers, in the order in which it does (Amazon SNS, "Verifying the signature …"). */
const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;
type SnsType = keyof typeof SIGNED_FIELDS;

/** A message of SNS of which only the form is known to be right. */
export interface SnsMessage {
  type: SnsType;
  message: string;
  /** The address that confirms a subscription. */
  subscribeUrl: URL | undefined;
  certificateUrl: URL;
  isSignedWith(certificate: string): boolean;
}

/**
 * Reads the body of a request of SNS.
 *
 * The URLs in it say where Herald connects to, so they must be of SNS in the region of the topic, whatever the message
 * says, and the topic must be that of the account: anybody can have a topic whose messages SNS signs.
 *
 * @param origin  that of the simulator, in place of SNS
 * @returns undefined for anything that is not a fresh message of this topic
 */
export function readSnsMessage(body: Buffer, topicArn: string, origin?: string): SnsMessage | undefined {
  const fields = parseJson(body.toString('utf8'));
  if (!isJsonObject(fields)) {
    return undefined;
  }
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const type = toType(text('Type'));
  const age = Date.now() - Date.parse(text('Timestamp'));
  if (type === undefined || text('TopicArn') !== topicArn || !(age < MAX_AGE_MS && age > -MAX_AHEAD_MS)) {
    return undefined;
  }
  const place = origin ?? snsOrigin(topicArn);
  const certificateUrl = readUrl(text('SigningCertURL'), place);
  if (certificateUrl === undefined || !CERTIFICATE_PATH.test(certificateUrl.pathname) || certificateUrl.search !== '') {
    return undefined;
  }
  const algorithm = text('SignatureVersion') === '2' ? 'sha256' : text('SignatureVersion') === '1' ? 'sha1' : undefined;
  const signed = SIGNED_FIELDS[type]
    .filter((name) => text(name) !== '' || name !== 'Subject')
    .map((name) => `${name}\n${text(name)}\n`)
    .join('');
  return {
    type,
    message: text('Message'),
    subscribeUrl: readUrl(text('SubscribeURL'), place),
    certificateUrl,
    isSignedWith: (certificate) =>
      algorithm !== undefined && isSigned(signed, Buffer.from(text('Signature'), 'base64'), algorithm, certificate),
  };
}

function snsOrigin(topicArn: string): string {
  const region = regionOfTopic(topicArn);
  return `https://sns.${region}.${awsDomain(region)}`;
}

/** @returns undefined for a URL of another place */
function readUrl(text: string, origin: string): URL | undefined {
  const url = URL.parse(text);
  return url?.origin === origin && url.username === '' && url.password === '' ? url : undefined;
}

function toType(text: string): SnsType | undefined {
  return Object.hasOwn(SIGNED_FIELDS, text) ? (text as SnsType) : undefined;
}

function isSigned(signed: string, signature: Buffer, algorithm: string, certificate: string): boolean {
  try {
    const { publicKey, validFromDate, validToDate } = new X509Certificate(certificate);
    const now = new Date();
    return (
      publicKey.asymmetricKeyType === 'rsa' &&
      validFromDate <= now &&
      now <= validToDate &&
      verify(algorithm, Buffer.from(signed), publicKey, signature)
    );
  } catch {
    return false;
  }
}
