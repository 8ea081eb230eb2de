import { readDeliveryStatus } from './delivery-status.js';
import { readFeedback, readForwardedComplaint } from './complaint-report.js';
import { readProseReport } from './prose-report.js';
import { readReturnedParts } from './returned-parts.js';
import type { BounceReport } from './returned.types.js';

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const FEEDBACK = 'message/feedback-report';

/**
 * Reads a delivery status notification (RFC 3464, 6522 and 6533), a feedback report (ARF, RFC 5965), or the report of a
 * system that writes neither. Never throws, because incoming mail may be anything.
 */
export async function readBounceReport(raw: Uint8Array): Promise<BounceReport> {
  const mail = await readReturnedParts(raw);
  const feedback = mail.parts.find(({ type }) => type === FEEDBACK);
  if (feedback) {
    return readFeedback(feedback.text, mail);
  }
  const status = mail.parts.find(({ type }) => DELIVERY_STATUS.has(type));
  return (
    (status && readDeliveryStatus(status.text, mail.text)) ??
    readForwardedComplaint(mail) ??
    readProseReport(mail) ?? { kind: 'other' }
  );
}
