import type nodemailer from 'nodemailer';
import { loadOnUse } from '#platform/start';
import { encodeSenderName } from '../../mail/header-text.js';
import { signingOptions } from '../../mail/signing.js';
import type { MailFields } from '../../mail/mail-fields.js';
import type { SesCredentials } from './ses-credentials.js';

const library = loadOnUse((require) => require('nodemailer') as typeof nodemailer);

/** SES replaces these, so a signature must not cover them (developer guide, "Manual DKIM signing in Amazon SES"). */
const REPLACED_HEADERS: readonly string[] = ['Message-ID', 'Date'];

/** Writes a message as SES takes it in `Content.Raw`. */
export type WriteMail = (fields: MailFields) => Promise<Buffer>;

/** @returns the writer of one account's messages. It rejects when a file cannot be read to its end. */
export function createMailWriter({ dkim }: Pick<SesCredentials, 'dkim'>): WriteMail {
  const transport = library().createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: signingOptions(dkim, REPLACED_HEADERS) }),
  });
  transport.use('stream', ({ message }, done) => {
    encodeSenderName(message);
    done();
  });
  return async (fields) => {
    const { message } = await transport.sendMail(fields);
    return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray());
  };
}
