import { randomBytes } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, textField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

/** The version of the Graph API that this release speaks. */
const DEFAULT_VERSION = 'v23.0';

export interface WhatsAppCredentials {
  /** Id of the business number at Meta, not the number itself. */
  phoneNumberId: string;
  /** Id of the WhatsApp business account, which has the templates. */
  businessAccountId: string;
  accessToken: string;
  /** Proves callbacks (`X-Hub-Signature-256`). */
  appSecret: string;
  /** The token that Meta repeats when it verifies the address of callbacks. */
  verifyToken: string;
  apiVersion: string;
}

/** Meta's Cloud API. */
export const WHATSAPP_FORM: CredentialForm<WhatsAppCredentials> = {
  fields: {
    phoneNumberId: textField(`Id of the business number at Meta, not the number itself. ${REAL}`),
    businessAccountId: textField(`Id of the WhatsApp business account, which has the templates. ${REAL}`),
    accessToken: textField(`Token of a system user with whatsapp_business_messaging and _management. ${REAL}`),
    appSecret: textField(`Secret of the app, which proves callbacks. ${REAL}`),
    verifyToken: textField(`A word of your own, the same as at the webhook of the app. ${REAL}`),
    apiVersion: textField('Version of the Graph API', { otherwise: DEFAULT_VERSION }),
  },
  secrets: {
    accessToken: 'WHATSAPP_ACCESS_TOKEN',
    appSecret: 'WHATSAPP_APP_SECRET',
    verifyToken: 'WHATSAPP_VERIFY_TOKEN',
  },

  read: (form: Form) => ({
    phoneNumberId: readId(form, 'phoneNumberId'),
    businessAccountId: readId(form, 'businessAccountId'),
    accessToken: form.text('accessToken'),
    appSecret: form.text('appSecret'),
    verifyToken: form.text('verifyToken'),
    apiVersion: readVersion(form),
  }),

  async simulate(_form, stored) {
    return (
      stored ?? {
        phoneNumberId: randomDigits(),
        businessAccountId: randomDigits(),
        accessToken: `EAA${randomBytes(24).toString('hex')}`,
        appSecret: randomBytes(16).toString('hex'),
        verifyToken: randomBytes(12).toString('hex'),
        apiVersion: DEFAULT_VERSION,
      }
    );
  },
};

/** Ids of Meta are digits. They stand in the path of requests. */
function readId(form: Form, name: string): string {
  const id = form.text(name);
  if (!/^\d{5,30}$/.test(id)) {
    throw malformed(`${joinPath(form.path, name)} should be an id of digits, as Meta shows it`);
  }
  return id;
}

function readVersion(form: Form): string {
  const version = form.optionalText('apiVersion') ?? DEFAULT_VERSION;
  if (!/^v\d{1,3}\.\d{1,2}$/.test(version)) {
    throw malformed(`${joinPath(form.path, 'apiVersion')} should be a version such as ${DEFAULT_VERSION}`);
  }
  return version;
}

function randomDigits(): string {
  return String(BigInt(`0x1${randomBytes(6).toString('hex')}`)).padStart(15, '1');
}
