import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { createPrivateKey, randomBytes, randomUUID, sign, webcrypto, type KeyObject } from 'node:crypto';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';

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
  url: URL;
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

  /** @param origin  `https://host:port` of this server, as its customers reach it */
  constructor(
    private readonly callbacks: CallbackPoster,
    private readonly origin: () => string,
  ) {}

  /** The certificate; '' before anything was signed. */
  get certificate(): string {
    return this.signing?.certificate ?? '';
  }

  /**
   * Asks an address whether it wants the topic.
   *
   * @returns whether it has confirmed that
   * @throws BadRequest when it does not answer
   */
  async subscribe(topicArn: string, url: URL): Promise<boolean> {
    const signing = (this.signing ??= await createSigningKey());
    if (this.subscriptions.size >= MAX_TOPICS) {
      this.subscriptions.clear();
    }
    const token = randomBytes(32).toString('hex');
    const subscription = { url, token, isConfirmed: false };
    this.subscriptions.set(topicArn, subscription);
    const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token });
    await this.callbacks.postNow(
      url,
      this.compose(signing, {
        Type: 'SubscriptionConfirmation',
        Message: `You have chosen to subscribe to the topic ${topicArn}.`,
        SubscribeURL: `${this.origin()}/?${query.toString()}`,
        Token: token,
        TopicArn: topicArn,
      }),
    );
    return subscription.isConfirmed;
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

  /** Publishes soon, if a subscription is confirmed. */
  publish(topicArn: string, message: object): void {
    const found = this.find(topicArn);
    if (found) {
      this.callbacks.postLater(found.url, () => this.notify(found.signing, topicArn, message));
    }
  }

  /**
   * Publishes now.
   *
   * @returns the status of the answer; undefined: no subscription is confirmed
   */
  async publishNow(topicArn: string, message: object): Promise<number | undefined> {
    const found = this.find(topicArn);
    return found && this.callbacks.postNow(found.url, this.notify(found.signing, topicArn, message));
  }

  private find(topicArn: string): { url: URL; signing: SigningKey } | undefined {
    const subscription = this.subscriptions.get(topicArn);
    return subscription?.isConfirmed && this.signing ? { url: subscription.url, signing: this.signing } : undefined;
  }

  private notify(signing: SigningKey, topicArn: string, message: object): CallbackMessage {
    return this.compose(signing, { Type: 'Notification', Message: JSON.stringify(message), TopicArn: topicArn });
  }

  private compose(signing: SigningKey, content: Record<string, string>): CallbackMessage {
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
      SigningCertURL: this.origin() + this.certificatePath,
    });
    return {
      headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': content['Type'] ?? '' },
      body,
    };
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
