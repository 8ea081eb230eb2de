import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { createPrivateKey, randomBytes, randomUUID, sign, webcrypto, type KeyObject } from 'node:crypto';
import type { CallbackPoster } from '../server/callback-poster.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const MAX_TOPICS = 1000;

interface SigningKey {
  key: KeyObject;
  certificate: string;
}

interface Subscription {
  endpoint: string;
  token: string;
  isConfirmed: boolean;
}

/**
 * Topics of SNS with one endpoint each: a subscription is asked to be confirmed before it gets anything, and each message
 * is signed (Signature Version 2) with the key whose certificate this server shows.
 */
export class SnsTopics {
  /** Path of the certificate. */
  readonly certificatePath = `/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`;
  private readonly subscriptions = new Map<string, Subscription>();
  private signing: SigningKey | undefined;

  constructor(private readonly callbacks: CallbackPoster) {}

  /** The certificate; '' before anything was signed. */
  get certificate(): string {
    return this.signing?.certificate ?? '';
  }

  /** The topics whose subscription was confirmed. */
  get confirmed(): string[] {
    return [...this.subscriptions].flatMap(([topicArn, { isConfirmed }]) => (isConfirmed ? [topicArn] : []));
  }

  /** @param base  `https://host:port` of this server, as its customer reaches it */
  async subscribe(topicArn: string, endpoint: string, base: string): Promise<void> {
    this.signing ??= await createSigningKey();
    if (this.subscriptions.size >= MAX_TOPICS) {
      this.subscriptions.clear();
    }
    const token = randomBytes(32).toString('hex');
    this.subscriptions.set(topicArn, { endpoint, token, isConfirmed: false });
    const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token });
    this.post(endpoint, base, {
      Type: 'SubscriptionConfirmation',
      Message: `You have chosen to subscribe to the topic ${topicArn}.`,
      SubscribeURL: `${base}/?${query.toString()}`,
      Token: token,
      TopicArn: topicArn,
    });
  }

  /** @returns whether the token is that of the topic */
  confirm(topicArn: string, token: string): boolean {
    const subscription = this.subscriptions.get(topicArn);
    if (subscription?.token !== token) {
      return false;
    }
    subscription.isConfirmed = true;
    return true;
  }

  publish(topicArn: string, message: object, base: string): void {
    const subscription = this.subscriptions.get(topicArn);
    if (subscription?.isConfirmed) {
      const { endpoint } = subscription;
      this.post(endpoint, base, { Type: 'Notification', Message: JSON.stringify(message), TopicArn: topicArn });
    }
  }

  private post(endpoint: string, base: string, content: Record<string, string>): void {
    const { signing } = this;
    if (signing === undefined) {
      return;
    }
    this.callbacks.postLater(endpoint, () => {
      const fields: Record<string, string> = {
        ...content,
        MessageId: randomUUID(),
        Timestamp: new Date().toISOString(),
      };
      const text = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
        .filter((name) => fields[name] !== undefined)
        .map((name) => `${name}\n${fields[name]}\n`)
        .join('');
      const body = JSON.stringify({
        ...fields,
        SignatureVersion: '2',
        Signature: sign('sha256', Buffer.from(text), signing.key).toString('base64'),
        SigningCertURL: base + this.certificatePath,
      });
      return {
        headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': content['Type'] ?? '' },
        body,
      };
    });
  }
}

async function createSigningKey(): Promise<SigningKey> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=sns.amazonaws.com',
    keys,
    signingAlgorithm: RSA,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 365 * DAY_MS),
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    certificate: `${certificate.toString('pem')}\n`,
  };
}
