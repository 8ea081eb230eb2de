import type { ProviderStatus, StatusOf } from './provider-statuses.js';
import type { CallbackPlace, SignedCallback } from './signed-callbacks.js';

/** The address of feedback loops, and their sender. */
const LOOP = { to: 'complaints@bounces.shop.example', from: 'fbl@receiver.example' };

/** Publishes an event of SES to the topic of the account, in place of the console of SNS. */
function publish({ credentials }: CallbackPlace, message: object): SignedCallback {
  const body = JSON.stringify({ topicArn: credentials['topicArn'], message });
  return { headers: { 'content-type': 'application/json' }, body };
}

const ses = (
  eventType: string,
  event: (to: string) => object,
  leaves?: ProviderStatus['leaves'],
  ends?: boolean,
): ProviderStatus => ({
  name: [eventType, leaves?.[1]].filter(Boolean).join(' '),
  write: (place, { to, id }) =>
    publish(place, {
      eventType,
      mail: { messageId: 'ses-1', destination: [to], tags: { 'herald-message': [id] } },
      ...event(to),
    }),
  ...(leaves && { leaves }),
  ...(ends && { ends }),
});

const sesBounce = (bounceType: string, bounceSubType: string, status?: string, ends?: boolean): ProviderStatus => ({
  ...ses(
    'Bounce',
    (emailAddress) => {
      const bouncedRecipients = [{ emailAddress, ...(status !== undefined && { status }) }];
      return { bounce: { bounceType, bounceSubType, bouncedRecipients, timestamp: new Date().toISOString() } };
    },
    ['undelivered', status ?? `${bounceType}.${bounceSubType}`],
    ends,
  ),
  name: `${bounceType} ${bounceSubType} ${status ?? ''}`.trim(),
});

const sesComplaint = (complaintFeedbackType?: string): ProviderStatus =>
  ses(
    'Complaint',
    (emailAddress) => ({ complaint: { complainedRecipients: [{ emailAddress }], complaintFeedbackType } }),
    ['complaint', complaintFeedbackType ?? ''],
    true,
  );

/** A mail with a report, as a mail server or a feedback loop sends it (RFC 3462). */
function writeReportMail(type: string, fields: readonly string[], returnPath: string): string {
  return [
    'From: MAILER-DAEMON@relay.example.net (Mail Delivery System)',
    'Subject: Report',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="part"`,
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'A report about a mail of yours.',
    '',
    '--part',
    `Content-Type: message/${type}`,
    '',
    ...fields,
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${returnPath}>`,
    '',
    '--part--',
  ].join('\r\n');
}

interface Returned {
  action: 'failed' | 'delayed';
  code: string;
  words: string;
  /** In place of the recipient, whose mailbox hands mails on. */
  recipient?: string;
}

const returned = ({ action, code, words, recipient }: Returned, ends?: boolean): ProviderStatus => ({
  name: [action, code, words, recipient].filter(Boolean).join(' '),
  write: (_, { to, id }) => {
    const fields = [
      'Reporting-MTA: dns; relay.example.net',
      '',
      `Final-Recipient: rfc822; ${recipient ?? to}`,
      `Action: ${action}`,
      `Status: ${code}`,
      `Diagnostic-Code: smtp; ${code.startsWith('4') ? '450' : '550'} ${code} ${words}`,
    ];
    return { headers: { to: id, from: '' }, body: writeReportMail('delivery-status', fields, id) };
  },
  leaves: [action === 'delayed' ? 'delay' : 'bounce', code],
  ...(ends && { ends }),
});

const complained = (type: string, isToLoop: boolean): ProviderStatus => ({
  name: `complaint ${type} ${isToLoop ? 'to the loop' : 'to the return path'}`,
  write: (_, { to, id }: StatusOf) => {
    const fields = [
      `Feedback-Type: ${type}`,
      'User-Agent: Loop/1.0',
      'Version: 1',
      `Original-Mail-From: <${id}>`,
      `Original-Rcpt-To: <${to}>`,
    ];
    const body = writeReportMail('feedback-report', fields, id);
    return { headers: { to: isToLoop ? LOOP.to : id, from: LOOP.from }, body };
  },
  leaves: ['complaint', type],
  ends: true,
});

const UNKNOWN = { action: 'failed', code: '5.1.1', words: 'User unknown' } as const;

/** Reports about e-mails: events that SES publishes by SNS, and mails that come back by SMTP. */
export const MAIL_STATUSES: Readonly<Record<'ses' | 'smtp', readonly ProviderStatus[]>> = {
  ses: [
    ses('Send', () => ({ send: {} })),
    ses('DeliveryDelay', (emailAddress) => ({
      deliveryDelay: { delayType: 'MailboxFull', delayedRecipients: [{ emailAddress, status: '4.2.2' }] },
    })),
    ses('Delivery', (to) => ({ delivery: { recipients: [to] } }), ['delivered', '']),
    ses('Reject', () => ({ reject: { reason: 'Bad content' } }), ['undelivered', 'Reject']),
    sesBounce('Transient', 'General', '5.1.1'),
    sesBounce('Transient', 'MailboxFull', '4.2.2'),
    sesBounce('Undetermined', 'Undetermined'),
    sesBounce('Permanent', 'General', '5.1.1', true),
    sesBounce('Permanent', 'OnAccountSuppressionList', undefined, true),
    sesBounce('Permanent', 'UnsubscribedRecipient', '5.1.1', true),
    sesComplaint(),
    sesComplaint('abuse'),
    sesComplaint('not-spam'),
  ],
  smtp: [
    returned({ action: 'delayed', code: '4.4.1', words: 'No answer from the host' }),
    returned({ action: 'failed', code: '4.4.7', words: 'Delivery time expired' }),
    returned({ action: 'failed', code: '5.2.2', words: 'Mailbox full' }),
    returned({ action: 'failed', code: '5.7.1', words: 'Blocked by policy' }),
    returned({ action: 'failed', code: '5.0.0', words: 'Try again next week' }),
    returned({ action: 'failed', code: '5.0.0', words: 'No such user here' }, true),
    returned({ ...UNKNOWN, recipient: 'somebody@elsewhere.example' }),
    returned(UNKNOWN, true),
    complained('abuse', false),
    complained('abuse', true),
    complained('fraud', true),
  ],
};
