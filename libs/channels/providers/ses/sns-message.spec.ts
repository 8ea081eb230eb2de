import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { createPrivateKey, sign, webcrypto, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSnsMessage } from './sns-message.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces';
const PATH = '/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const DAY_MS = 24 * 60 * 60 * 1000;

const create = async (days: number): Promise<{ key: KeyObject; certificate: string }> => {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=sns.amazonaws.com',
    keys,
    signingAlgorithm: RSA,
    notBefore: new Date(now - 10 * DAY_MS),
    notAfter: new Date(now + days * DAY_MS),
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    certificate: certificate.toString('pem'),
  };
};

describe('readSnsMessage', () => {
  let own: Awaited<ReturnType<typeof create>>;
  let expired: Awaited<ReturnType<typeof create>>;
  beforeAll(async () => {
    [own, expired] = await Promise.all([create(10), create(-1)]);
  });

  const write = (changes: Record<string, string> = {}, version = '2', key = own.key): Buffer => {
    const fields: Record<string, string> = {
      Type: 'Notification',
      MessageId: '5e5f2a9e-0f6a-5d5b-8f8d-1f6f5b2f0a11',
      TopicArn: TOPIC,
      Message: '{"eventType":"Delivery"}',
      Timestamp: new Date().toISOString(),
      SigningCertURL: `https://sns.eu-west-1.amazonaws.com${PATH}`,
      ...changes,
    };
    const text = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
      .filter((name) => fields[name] !== undefined)
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('');
    const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key).toString('base64');
    return Buffer.from(JSON.stringify({ ...fields, SignatureVersion: version, Signature: signature }));
  };

  it.each(['1', '2'])(
    'readSnsMessage reads a message with a signature of version %s, with or without a subject',
    (version) => {
      const withSubject: Record<string, string> = { Subject: 'Amazon SES Email Event Notification' };
      for (const changes of [{}, withSubject]) {
        const message = readSnsMessage(write(changes, version), TOPIC);
        expect(message).toMatchObject({ type: 'Notification', message: '{"eventType":"Delivery"}' });
        expect(message?.isSignedWith(own.certificate)).toBe(true);
        expect(message?.isSignedWith(expired.certificate)).toBe(false);
        expect(message?.isSignedWith('no certificate')).toBe(false);
      }
    },
  );

  it('isSignedWith rejects a changed message, another signature version and an expired certificate', () => {
    const changed = write().toString('utf8').replace('Delivery', 'Bounce__');
    expect(readSnsMessage(Buffer.from(changed), TOPIC)?.isSignedWith(own.certificate)).toBe(false);
    const version = write().toString('utf8').replace('"SignatureVersion":"2"', '"SignatureVersion":"3"');
    expect(readSnsMessage(Buffer.from(version), TOPIC)?.isSignedWith(own.certificate)).toBe(false);
    expect(readSnsMessage(write({}, '2', expired.key), TOPIC)?.isSignedWith(expired.certificate)).toBe(false);
  });

  it.each([
    ['another host', { SigningCertURL: `https://sns.eu-west-1.amazonaws.com.evil.example${PATH}` }],
    ['a host of a customer of AWS', { SigningCertURL: `https://s3.eu-west-1.amazonaws.com${PATH}` }],
    ['another region', { SigningCertURL: `https://sns.us-east-1.amazonaws.com${PATH}` }],
    ['no TLS', { SigningCertURL: `http://sns.eu-west-1.amazonaws.com${PATH}` }],
    ['a port', { SigningCertURL: `https://sns.eu-west-1.amazonaws.com:8443${PATH}` }],
    ['a user', { SigningCertURL: `https://me@sns.eu-west-1.amazonaws.com${PATH}` }],
    ['this machine', { SigningCertURL: `https://127.0.0.1${PATH}` }],
    ['another path', { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Publish' }],
    ['a query', { SigningCertURL: `https://sns.eu-west-1.amazonaws.com${PATH}?a=b` }],
    ['no URL', { SigningCertURL: 'nonsense' }],
    ['another topic', { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:bounces' }],
    ['an old time', { Timestamp: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString() }],
    ['a time to come', { Timestamp: new Date(Date.now() + 60 * 60 * 1000).toISOString() }],
    ['no time', { Timestamp: 'yesterday' }],
    ['another type', { Type: 'toString' }],
  ])('readSnsMessage rejects a message with %s', (_, changes) => {
    expect(readSnsMessage(write(changes), TOPIC)).toBeUndefined();
  });

  it('readSnsMessage accepts a subscription URL only at SNS', () => {
    const asked = (url: string) =>
      readSnsMessage(write({ Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL: url }), TOPIC);
    expect(asked('https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription')?.subscribeUrl?.host).toBe(
      'sns.eu-west-1.amazonaws.com',
    );
    expect(asked('https://169.254.169.254/latest/meta-data')?.subscribeUrl).toBeUndefined();
    expect(readSnsMessage(Buffer.from('[]'), TOPIC)).toBeUndefined();
    expect(readSnsMessage(Buffer.from('not JSON'), TOPIC)).toBeUndefined();
  });

  it('readSnsMessage accepts the hosts of China', () => {
    const topic = TOPIC.replace('arn:aws:', 'arn:aws-cn:').replace('eu-west-1', 'cn-north-1');
    const url = `https://sns.cn-north-1.amazonaws.com.cn${PATH}`;
    expect(readSnsMessage(write({ TopicArn: topic, SigningCertURL: url }), topic)).toBeDefined();
  });
});
