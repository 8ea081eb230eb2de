interface SentMail {
  to: string;
  id: string;
  tags: object;
}

/**
 * The event that a configuration set publishes of a message (SES developer guide, "Examples of event data that Amazon SES
 * publishes to Amazon SNS").
 *
 * @param reason  of a fault rule of the stage `report`: `complaint`, `Transient.MailboxFull`, `Permanent.General` …; absent:
 *   it was delivered
 */
export function toEvent(reason: string | undefined, { to, id, tags }: SentMail): object {
  const timestamp = new Date().toISOString();
  const mail = { timestamp, messageId: id, destination: [to], tags };
  if (reason === undefined) {
    return {
      eventType: 'Delivery',
      mail,
      delivery: { timestamp, processingTimeMillis: 500, recipients: [to], smtpResponse: '250 2.6.0 Message received' },
    };
  }
  if (reason === 'complaint') {
    const complaint = { complainedRecipients: [{ emailAddress: to }], timestamp, complaintFeedbackType: 'abuse' };
    return { eventType: 'Complaint', mail, complaint };
  }
  const [bounceType = '', bounceSubType = 'General'] = reason.split('.', 2);
  const status = bounceType === 'Permanent' ? '5.1.1' : bounceSubType === 'MailboxFull' ? '4.2.2' : '4.4.7';
  const diagnosticCode = `smtp; ${bounceType === 'Permanent' ? '550' : '450'} ${status} said by the simulator`;
  return {
    eventType: 'Bounce',
    mail,
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: to, action: 'failed', status, diagnosticCode }],
      timestamp,
      feedbackId: id,
      reportingMTA: 'dns; a1-2.smtp-out.eu-west-1.amazonses.com',
    },
  };
}
