import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { AppError, malformed } from '#platform/errors';
import { readDkim } from './dkim-key.js';
import { at, Form } from './form.js';
import type { AccountChannel, AccountCredentials, AccountPace, ServiceAccount } from './tenancy.types.js';

const NAMES: { [C in AccountChannel]: readonly string[] } = {
  apns: ['teamId', 'keyId', 'key', 'topic', 'environment'],
  fcm: ['serviceAccount'],
  webpush: ['subject', 'publicKey', 'privateKey'],
  smtp: ['host', 'port', 'secure', 'user', 'password', 'from', 'fromDomains', 'dkim', 'ca'],
  sms: ['accountSid', 'authToken', 'senders', 'segmentsPerSecond'],
};

/** Limits that every channel has. */
const PACES: readonly string[] = ['ratePerSecond', 'rampFromPerSecond'];
const FASTEST = 1_000_000;

/**
 * What the file asks for: the simulator, with the operator's DKIM key where it gives one, or credentials of the operator's. Web push keys may be left out (`keys: 'make'`):
 * they are made then, or stay as they are.
 */
export type WantedAccount = { pace: AccountPace | null } & WantedCredentials;

type WantedCredentials =
  | { simulator: true; dkim?: AccountCredentials['smtp']['dkim'] }
  | { simulator: false; keys: 'given'; credentials: AccountCredentials[AccountChannel] }
  | { simulator: false; keys: 'make'; subject: string };

/**
 * Reads one entry of `channels`. Keys are parsed here, so that a wrong one is refused when it is given and not found by a
 * campaign.
 *
 * @throws AppError `malformed`, naming the path; never quotes a value
 */
export function readAccount(channel: AccountChannel, value: unknown): WantedAccount {
  const path = at('channels', channel);
  const paces = channel === 'smtp' ? [...PACES, 'domainRatePerSecond'] : PACES;
  const form = Form.of(value, path, ['simulator', ...paces, ...NAMES[channel]]);
  return { pace: readPace(form), ...readCredentials(channel, value, form, paces) };
}

function readCredentials(
  channel: AccountChannel,
  value: unknown,
  form: Form,
  paces: readonly string[],
): WantedCredentials {
  const { path } = form;
  if (form.flag('simulator') === true) {
    const known = channel === 'smtp' ? ['simulator', ...paces, 'dkim'] : ['simulator', ...paces];
    return { simulator: true, dkim: readDkim(Form.of(value, `${path} (with simulator: true)`, known)) };
  }
  if (channel === 'webpush' && !form.has('publicKey') && !form.has('privateKey')) {
    return { simulator: false, keys: 'make', subject: readSubject(form) };
  }
  return { simulator: false, keys: 'given', credentials: READERS[channel](form) };
}

const READERS: { [C in AccountChannel]: (form: Form) => AccountCredentials[C] } = {
  apns: (form) => {
    const key = form.text('key');
    if (readPrivateKey(key, at(form.path, 'key')).asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw malformed(`${at(form.path, 'key')} should be an ES256 key (the content of a .p8 file)`);
    }
    return {
      teamId: form.text('teamId'),
      keyId: form.text('keyId'),
      key,
      topic: form.text('topic'),
      environment: form.has('environment') ? form.oneOf('environment', ['production', 'sandbox']) : 'production',
    };
  },
  fcm: (form) => ({
    serviceAccount: readServiceAccount(form.value('serviceAccount'), at(form.path, 'serviceAccount')),
  }),
  webpush: (form) => ({
    subject: readSubject(form),
    publicKey: readBase64url(form, 'publicKey', 65),
    privateKey: readBase64url(form, 'privateKey', 32),
  }),
  smtp: (form) => {
    const port = form.int('port', { min: 1, max: 65535 }) ?? 587;
    return {
      host: form.text('host'),
      port,
      secure: form.flag('secure') ?? port === 465,
      user: form.optionalText('user'),
      password: form.optionalText('password'),
      from: form.text('from'),
      fromDomains: form.texts('fromDomains'),
      dkim: readDkim(form),
      ca: form.has('ca') ? readCertificate(form.text('ca'), at(form.path, 'ca')) : undefined,
    };
  },
  sms: (form) => {
    const accountSid = form.text('accountSid');
    if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid)) {
      throw malformed(`${at(form.path, 'accountSid')} should be AC and 32 hexadecimal digits`);
    }
    const senders = form.texts('senders');
    if (senders === undefined || senders.length === 0) {
      throw malformed(`${at(form.path, 'senders')} is required`);
    }
    return {
      accountSid,
      authToken: form.text('authToken'),
      senders,
      segmentsPerSecond: form.int('segmentsPerSecond', { min: 1, max: 10_000 }),
    };
  },
};

function readPace(form: Form): AccountPace | null {
  const [perSecond, rampFrom, perDomain] = ['ratePerSecond', 'rampFromPerSecond', 'domainRatePerSecond'].map((name) =>
    form.has(name) ? form.int(name, { min: 1, max: FASTEST }) : undefined,
  );
  const pace = {
    ...(perSecond !== undefined && { perSecond }),
    ...(rampFrom !== undefined && { rampFrom }),
    ...(perDomain !== undefined && { perDomain }),
  };
  return Object.keys(pace).length === 0 ? null : pace;
}

/** RFC 8292, section 2.1: a contact of the sender, as mailto: or https: URI. */
function readSubject(form: Form): string {
  const subject = form.text('subject');
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(subject)) {
    throw malformed(`${at(form.path, 'subject')} should be a mailto: or https: address`);
  }
  return subject;
}

function readBase64url(form: Form, name: string, bytes: number): string {
  const text = form.text(name);
  if (!/^[\w-]+$/.test(text) || Buffer.from(text, 'base64url').length !== bytes) {
    throw malformed(`${at(form.path, name)} should be ${bytes} bytes as base64url`);
  }
  return text;
}

/** The JSON text of the file, or the same as a map. */
function readServiceAccount(value: unknown, path: string): ServiceAccount {
  const given = typeof value === 'string' ? parseJson(value, path) : value;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw malformed(
      `${path} ${value === undefined ? 'is required' : 'should be the content of a service-account file'}`,
    );
  }
  const form = Form.of(given, path, Object.keys(given));
  const needed = {
    project_id: form.text('project_id'),
    client_email: form.text('client_email'),
    private_key: form.text('private_key'),
  };
  if (readPrivateKey(needed.private_key, at(path, 'private_key')).asymmetricKeyType !== 'rsa') {
    throw malformed(`${at(path, 'private_key')} should be an RSA key`);
  }
  return { ...given, ...needed };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`${path} should be JSON`);
  }
}

function readCertificate(pem: string, path: string): string {
  try {
    return new X509Certificate(pem).toString();
  } catch (error) {
    throw new AppError('malformed', `${path} should be a certificate in PEM form`, { cause: error });
  }
}

function readPrivateKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new AppError('malformed', `${path} should be a private key in PEM form`, { cause: error });
  }
}
