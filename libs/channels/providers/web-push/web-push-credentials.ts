import { createECDH } from 'node:crypto';
import { publicKeyOf } from '#platform/crypto';
import { malformed } from '#platform/errors';
import { joinPath, textField, type Form } from '#platform/forms';
import { isPublicName } from '#platform/net';
import { domainOfMailbox, readMailbox } from '#platform/spelling';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

export interface WebPushCredentials {
  /** `mailto:` or https URL for the VAPID `sub` claim (RFC 8292). */
  subject: string;
  /** base64url, uncompressed P-256 point. */
  publicKey: string;
  /** base64url, 32 bytes. */
  privateKey: string;
}

/** Without keys in the file they are generated once, and then kept. */
export const WEB_PUSH_FORM: CredentialForm<WebPushCredentials> = {
  fields: {
    subject: textField(`Contact of the sender, \`mailto:\` or \`https:\`. ${REAL}`),
    publicKey: textField('VAPID key, base64url', { otherwise: 'generated once' }),
    privateKey: textField('VAPID key, base64url', { otherwise: 'generated once' }),
  },
  secrets: {},
  retained: ['publicKey', 'privateKey'],

  read(form, stored) {
    const subject = readSubject(form);
    return form.has('publicKey') || form.has('privateKey')
      ? { subject, ...readVapidPair(form) }
      : { ...(stored ?? generateVapidKeys(subject)), subject };
  },

  simulate: async (_form, stored) => stored ?? generateVapidKeys('mailto:operator@herald.example'),
};

/** The key that pages subscribe with; undefined for credentials of another provider. */
export function vapidPublicKey(credentials: object): string | undefined {
  return 'publicKey' in credentials && typeof credentials.publicKey === 'string' ? credentials.publicKey : undefined;
}

/** The contact of the sender (RFC 8292, section 2.1). */
function readSubject(form: Form): string {
  const subject = form.text('subject');
  const fault = faultOfSubject(subject);
  if (fault !== undefined) {
    throw malformed(`${joinPath(form.path, 'subject')} ${fault}`);
  }
  return subject;
}

/**
 * Explains why a subject cannot be the contact of a sender, as the end of a sentence; undefined: it can. Apple answers
 * BadJwtToken to names such as localhost ("Sending web push notifications in web apps and browsers").
 */
export function faultOfSubject(subject: string): string | undefined {
  const [, mailbox] = /^mailto:(.+)$/i.exec(subject) ?? [];
  const url = mailbox === undefined && /^https:\/\/\S+$/i.test(subject) ? URL.parse(subject) : null;
  const name =
    mailbox !== undefined && readMailbox(mailbox) === mailbox ? domainOfMailbox(mailbox) : url?.hostname.toLowerCase();
  if (name === undefined) {
    return 'should be a mailto: or https: address';
  }
  return isPublicName(name) ? undefined : `should be an address on the internet: Apple refuses '${name}'`;
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

/** VAPID keys (RFC 8292, section 3.2): a P-256 pair, the public part as an uncompressed point. */
function generateVapidKeys(subject: string): WebPushCredentials {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const padded = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    subject,
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: padded.toString('base64url'),
  };
}
