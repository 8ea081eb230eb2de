import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { publicKeyOf } from '#platform/crypto';
import { AppError, malformed } from '#platform/errors';
import { namesOf } from '../model/file-fields.js';
import { joinPath, Form } from '../model/form.js';
import {
  ANDROID_DISPLAYS,
  type AccountChannel,
  type AccountCredentials,
  type AccountRateLimits,
  type AndroidDisplay,
  type ServiceAccount,
} from '../model/tenancy.types.js';
import { CHANNEL_FIELDS, ENVIRONMENTS, PORT, RATE, SEGMENT_RATE } from './channels-reference.js';
import { readDkim } from './dkim-key.js';

/** Limits of every channel. */
const RATE_LIMIT_FIELDS: readonly string[] = ['ratePerSecond', 'rampFromPerSecond'];
/** Fields of simulated accounts. */
const SIMULATED_FIELDS: { [C in AccountChannel]?: readonly (keyof SimulatedSettings)[] } = {
  fcm: ['display'],
  smtp: ['dkim'],
  sms: ['senders'],
};

/** What a simulated account takes from the file; everything else of it is generated. */
export interface SimulatedSettings {
  dkim: AccountCredentials['smtp']['dkim'] | undefined;
  display: AndroidDisplay | undefined;
  senders: AccountCredentials['sms']['senders'] | undefined;
}

/**
 * The account of the file: the simulator, with an optional DKIM key or senders, or credentials of the operator. Without
 * web push keys (`keys: 'make'`) they are generated once.
 */
export type DesiredAccount = { pace: AccountRateLimits | null } & DesiredCredentials;

type DesiredCredentials =
  | { simulator: true; settings: SimulatedSettings }
  | { simulator: false; keys: 'given'; credentials: AccountCredentials[AccountChannel] }
  | { simulator: false; keys: 'make'; subject: string };

/**
 * Reads one entry of `channels`. It parses keys, so that apply refuses a wrong key and no campaign fails by it.
 *
 * @throws AppError `malformed`, naming the path; never quotes a value
 */
export function readAccount(channel: AccountChannel, value: unknown): DesiredAccount {
  const path = joinPath('channels', channel);
  const rateLimitFields = channel === 'smtp' ? [...RATE_LIMIT_FIELDS, 'domainRatePerSecond'] : RATE_LIMIT_FIELDS;
  const form = Form.read(value, path, namesOf(CHANNEL_FIELDS[channel]));
  return { pace: readRateLimits(form), ...readCredentials(channel, value, form, rateLimitFields) };
}

function readCredentials(
  channel: AccountChannel,
  value: unknown,
  form: Form,
  rateLimitFields: readonly string[],
): DesiredCredentials {
  const { path } = form;
  if (form.flag('simulator') === true) {
    const names = ['simulator', ...rateLimitFields, ...(SIMULATED_FIELDS[channel] ?? [])];
    const simulated = Form.read(value, `${path} (with simulator: true)`, names);
    const senders = simulated.has('senders') ? readSenders(form) : undefined;
    return { simulator: true, settings: { dkim: readDkim(simulated), display: readDisplay(form), senders } };
  }
  if (channel === 'webpush' && !form.has('publicKey') && !form.has('privateKey')) {
    return { simulator: false, keys: 'make', subject: readSubject(form) };
  }
  return { simulator: false, keys: 'given', credentials: CREDENTIAL_READERS[channel](form) };
}

const CREDENTIAL_READERS: { [C in AccountChannel]: (form: Form) => AccountCredentials[C] } = {
  apns: (form) => {
    const key = form.text('key');
    if (readPrivateKey(key, joinPath(form.path, 'key')).asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw malformed(`${joinPath(form.path, 'key')} should be an ES256 key (the content of a .p8 file)`);
    }
    return {
      teamId: form.text('teamId'),
      keyId: form.text('keyId'),
      key,
      topic: form.text('topic'),
      environment: form.has('environment') ? form.oneOf('environment', ENVIRONMENTS) : 'production',
    };
  },
  fcm: (form) => ({
    serviceAccount: readServiceAccount(form.value('serviceAccount'), joinPath(form.path, 'serviceAccount')),
    display: readDisplay(form),
  }),
  webpush: (form) => ({ subject: readSubject(form), ...readVapidPair(form) }),
  smtp: (form) => {
    const port = form.int('port', PORT) ?? 587;
    return {
      host: form.text('host'),
      port,
      secure: form.flag('secure') ?? port === 465,
      user: form.optionalText('user'),
      password: form.optionalText('password'),
      from: form.text('from'),
      fromDomains: form.texts('fromDomains'),
      dkim: readDkim(form),
      ca: form.has('ca') ? readCertificate(form.text('ca'), joinPath(form.path, 'ca')) : undefined,
    };
  },
  sms: (form) => {
    const accountSid = form.text('accountSid');
    if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid)) {
      throw malformed(`${joinPath(form.path, 'accountSid')} should be AC and 32 hexadecimal digits`);
    }
    return {
      accountSid,
      authToken: form.text('authToken'),
      senders: readSenders(form),
      segmentsPerSecond: form.int('segmentsPerSecond', SEGMENT_RATE),
    };
  },
};

/** Absent where it is the default: accounts of earlier releases then stay as they are. */
function readDisplay(form: Form): AndroidDisplay | undefined {
  const display = form.has('display') ? form.oneOf('display', ANDROID_DISPLAYS) : 'auto';
  return display === 'auto' ? undefined : display;
}

function readRateLimits(form: Form): AccountRateLimits | null {
  const [perSecond, rampFrom, perDomain] = ['ratePerSecond', 'rampFromPerSecond', 'domainRatePerSecond'].map((name) =>
    form.has(name) ? form.int(name, RATE) : undefined,
  );
  const limits = {
    ...(perSecond !== undefined && { perSecond }),
    ...(rampFrom !== undefined && { rampFrom }),
    ...(perDomain !== undefined && { perDomain }),
  };
  return Object.keys(limits).length === 0 ? null : limits;
}

function readSenders(form: Form): string[] {
  const senders = form.texts('senders');
  if (senders === undefined || senders.length === 0) {
    throw malformed(`${joinPath(form.path, 'senders')} is required`);
  }
  return senders;
}

/** The contact of the sender, a mailto: or https: URI (RFC 8292, section 2.1). */
function readSubject(form: Form): string {
  const subject = form.text('subject');
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(subject)) {
    throw malformed(`${joinPath(form.path, 'subject')} should be a mailto: or https: address`);
  }
  return subject;
}

/** Push services refuse a signature of another key, and subscriptions are made with the public one: weeks lie in between. */
function readVapidPair(form: Form): { publicKey: string; privateKey: string } {
  const publicKey = readBase64url(form, 'publicKey', 65);
  const privateKey = readBase64url(form, 'privateKey', 32);
  const expected = publicKeyOf(privateKey);
  if (!expected) {
    throw malformed(`${joinPath(form.path, 'privateKey')} should be a private key of P-256`);
  }
  if (!expected.equals(Buffer.from(publicKey, 'base64url'))) {
    throw malformed(`${joinPath(form.path, 'publicKey')} does not belong to privateKey`);
  }
  return { publicKey, privateKey };
}

function readBase64url(form: Form, name: string, bytes: number): string {
  const text = form.text(name);
  if (!/^[\w-]+$/.test(text) || Buffer.from(text, 'base64url').length !== bytes) {
    throw malformed(`${joinPath(form.path, name)} should be ${bytes} bytes as base64url`);
  }
  return text;
}

/** The service-account file, as JSON text or as a map. */
function readServiceAccount(value: unknown, path: string): ServiceAccount {
  const fields = typeof value === 'string' ? parseJson(value, path) : value;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw malformed(
      `${path} ${value === undefined ? 'is required' : 'should be the content of a service-account file'}`,
    );
  }
  const form = Form.read(fields, path, Object.keys(fields));
  const needed = {
    project_id: form.text('project_id'),
    client_email: form.text('client_email'),
    private_key: form.text('private_key'),
  };
  if (readPrivateKey(needed.private_key, joinPath(path, 'private_key')).asymmetricKeyType !== 'rsa') {
    throw malformed(`${joinPath(path, 'private_key')} should be an RSA key`);
  }
  return { ...fields, ...needed };
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
