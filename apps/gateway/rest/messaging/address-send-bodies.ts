import type { ApiBody } from '@nestjs/swagger';

type Schema = NonNullable<Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema']>;

const TEXT = { type: 'string' } satisfies Schema;

const EMAIL: Schema = {
  title: 'E-mail',
  type: 'object',
  required: ['target', 'platforms', 'title', 'message'],
  properties: {
    target: { type: 'object', required: ['email'], properties: { email: { ...TEXT, format: 'email' } } },
    platforms: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string', enum: ['EMAIL'] } },
    title: { ...TEXT, minLength: 1 },
    message: { ...TEXT, minLength: 1, description: 'The body as HTML' },
    from: {
      ...TEXT,
      format: 'email',
      description: "Of a domain of the account's own; else the account's address sends and this one gets the answers",
    },
    senderName: TEXT,
    subject: { ...TEXT, description: 'The title where it is left out' },
  },
};

const SMS: Schema = {
  title: 'Text message',
  type: 'object',
  required: ['target', 'platforms', 'title', 'message'],
  properties: {
    target: {
      type: 'object',
      required: ['msisdn'],
      properties: { msisdn: { ...TEXT, description: 'With country code', example: '+905321234567' } },
    },
    platforms: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string', enum: ['SMS'] } },
    title: { ...TEXT, minLength: 1 },
    message: { ...TEXT, minLength: 1 },
    smsHeader: { ...TEXT, description: "One of the account's senders" },
  },
};

/** The body of `sendEmailAndSms`, for the API document. */
export const EMAIL_OR_SMS: Schema = {
  oneOf: [EMAIL, SMS],
  example: {
    target: { email: 'ann@example.com' },
    platforms: ['EMAIL'],
    title: 'Order shipped',
    message: '<p>Your order is on its way</p>',
    from: 'shop@example.com',
    senderName: 'Shop',
    subject: 'Your order is on its way',
  },
};

/** The form of `sendEmailWithAttachment`. */
export const EMAIL_WITH_FILES: Schema = {
  type: 'object',
  required: ['mailAttachment', 'to', 'notificationKey'],
  properties: {
    mailAttachment: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'binary' },
      description:
        'Files, with the e-mail at most 10 MB before transfer encoding: xlsx, xls, csv, txt, pdf, jpg, jpeg, png, gif, ' +
        'mpeg, mpeg-2, mp4, avi. The content has to be what the name says. An image that the e-mail shows as ' +
        '`cid:<file name>` stands in its text',
    },
    to: { ...TEXT, format: 'email', example: 'ann@example.com' },
    notificationKey: { ...TEXT, description: 'Of a notification with the platform EMAIL', example: '1000' },
  },
};
