import { randomBytes } from 'node:crypto';
import { flagField, intField, joinPath, mapField, textField, textsField } from '#platform/forms';
import { DKIM_FIELDS, readDkim } from '../../mail/dkim-key.js';
import type { MailSenderAccount } from '../../mail/mail-from.js';
import { readCertificate, REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

const PORT = { min: 1, max: 65_535 } as const;

export interface SmtpCredentials extends MailSenderAccount {
  host: string;
  port: number;
  /** true: TLS from the first byte; false: STARTTLS when offered. */
  secure: boolean;
  user?: string | undefined;
  password?: string | undefined;
  /** PEM of the authority behind the relay's certificate, where it is a private one. */
  ca?: string | undefined;
}

export const SMTP_FORM: CredentialForm<SmtpCredentials> = {
  fields: {
    host: textField(`Host of the mail relay. ${REAL}`),
    port: intField(PORT, 'Port of the relay', '587'),
    secure: flagField('TLS from the first byte; otherwise STARTTLS', 'whether `port` is 465'),
    user: textField('For the log-in', { otherwise: 'no log-in' }),
    password: textField('For the log-in', { otherwise: 'no log-in' }),
    from: textField(`Address of the sender. ${REAL}`),
    fromDomains: textsField('More domains that messages may be from', 'that of `from`'),
    dkim: mapField(DKIM_FIELDS, 'Signs each mail', 'the relay signs, or nobody'),
    ca: textField('Certificate (PEM) that the relay’s is checked with, or the name of its file', {
      otherwise: 'the certificates of the system',
    }),
  },
  secrets: { password: 'SMTP_PASSWORD', 'dkim.key': 'SMTP_DKIM_KEY' },
  simulated: ['dkim'],

  read(form) {
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

  simulate: async (form, stored, appId) => ({
    ...(stored ?? {
      host: 'simulators',
      port: 587,
      secure: false,
      user: `app-${appId}`,
      password: randomBytes(18).toString('base64url'),
      from: `no-reply@app-${appId}.herald.example`,
    }),
    dkim: readDkim(form),
  }),
};
