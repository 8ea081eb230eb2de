import { randomBytes, randomUUID } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, textField, textsField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';
import { readSenders } from '../../provider/sms-senders.js';

/** A base URL of Infobip. Nothing else gets the key. */
const BASE_URL = /^(?:https:\/\/)?((?:[a-z0-9-]+\.)+infobip\.com)\/?$/i;
const SIMULATED_HOST = 'simulated.api.infobip.com';
/** Characters of a password that proves callbacks; Infobip keeps at most 255. */
const PASSWORD = { min: 16, max: 255 } as const;

export interface InfobipCredentials {
  apiKey: string;
  /** The host of the account's base URL. */
  host: string;
  /** Numbers or names; the first is the default. */
  senders: string[];
  /** Proves reports and inbound messages. Absent: no reports are asked for, and nothing is believed. */
  callbackPassword?: string | undefined;
}

/** Infobip's SMS API, version 3. */
export const INFOBIP_FORM: CredentialForm<InfobipCredentials> = {
  fields: {
    apiKey: textField(`API key with the scope \`sms:message:send\`. ${REAL}`),
    baseUrl: textField(`Base URL of the account, \`xxxxx.api.infobip.com\`. ${REAL}`),
    senders: textsField(`Numbers or names of the sender. ${REAL}`),
    callbackPassword: textField(
      `${PASSWORD.min} to ${PASSWORD.max} printable characters of your own: proves reports, and is the password (BASIC) of a subscription at Infobip`,
      { otherwise: 'reports are not asked for' },
    ),
  },
  secrets: { apiKey: 'INFOBIP_API_KEY', callbackPassword: 'INFOBIP_CALLBACK_PASSWORD' },
  simulated: ['senders'],

  read: (form: Form) => ({
    apiKey: readKey(form),
    host: readHost(form),
    senders: readSenders(form),
    callbackPassword: readPassword(form),
  }),

  simulate: async (form, stored) => ({
    apiKey: stored?.apiKey ?? `${randomBytes(16).toString('hex')}-${randomUUID()}`,
    host: SIMULATED_HOST,
    callbackPassword: stored?.callbackPassword ?? randomBytes(18).toString('base64url'),
    senders: form.has('senders') ? readSenders(form) : ['HERALD'],
  }),
};

/** The part of a simulated key before its first hyphen, by which the simulator knows the account. */
export function simulatedName({ apiKey }: Pick<InfobipCredentials, 'apiKey'>): string {
  return apiKey.split('-', 1)[0] ?? '';
}

function readKey(form: Form): string {
  const key = form.text('apiKey');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw malformed(`${joinPath(form.path, 'apiKey')} should be the key alone, without spaces and without \`App\``);
  }
  return key;
}

function readHost(form: Form): string {
  const [, host] = BASE_URL.exec(form.text('baseUrl')) ?? [];
  if (host === undefined) {
    throw malformed(`${joinPath(form.path, 'baseUrl')} should be the base URL of the account at infobip.com`);
  }
  return host.toLowerCase();
}

function readPassword(form: Form): string | undefined {
  const password = form.optionalText('callbackPassword');
  const isGood = password === undefined || /^[\x21-\x7e]+$/.test(password);
  if (!isGood || (password !== undefined && (password.length < PASSWORD.min || password.length > PASSWORD.max))) {
    const path = joinPath(form.path, 'callbackPassword');
    throw malformed(`${path} should have ${PASSWORD.min} to ${PASSWORD.max} printable characters without spaces`);
  }
  return password;
}
