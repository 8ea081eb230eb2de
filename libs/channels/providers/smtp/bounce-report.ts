import PostalMime from 'postal-mime';
import type { Reason } from '../../sender/answer-table.js';
import { SMTP_ANSWERS } from './smtp-answers.js';
import { readFieldGroups, type MailReportFields } from './report-fields.js';

/** What a returned mail reports about a sent message. */
export type BounceReport =
  /**
   * Not delivered, and the relay has given up. `isDead`: the address does not exist. `addresses`: the recipient, as the
   * report names it.
   */
  | { kind: 'bounce'; code: string; reason: Reason; isDead: boolean; addresses: string[]; text: string }
  /** Delayed, delivered or relayed: no action needed. */
  | { kind: 'notice'; code: string; text: string }
  /** The recipient reported it as spam. `mailFrom`: envelope sender of the message, if the report names it. */
  | { kind: 'complaint'; code: string; text: string; mailFrom: string[] }
  /** Not a report, or an unreadable one: replies of people and of machines. */
  | { kind: 'other' };

/** A report is small, and a deeply nested mail is not a report. */
const PARSE_LIMITS = {
  maxNestingDepth: 20,
  maxHeadersSize: 128 * 1024,
  maxRfc822NestingDepth: 0,
  forceRfc822Attachments: true,
};
/** Characters of a report that are kept for support. */
const MAX_TEXT_LENGTH = 1000;
/**
 * Bytes and lines that are read of a mail: the report comes before the original message. Both limit the parsing time.
 */
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 5000;
/** Bytes that are read of a part. */
const MAX_PART_BYTES = 64 * 1024;

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const FEEDBACK = 'message/feedback-report';
const ORIGINAL = new Set([
  'message/rfc822',
  'message/rfc822-headers',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]);
const ENHANCED_CODE = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
/** Texts of receivers for an unknown address, where the code says only that it was refused. */
const UNKNOWN_USER =
  /\b(user unknown|unknown user|no such (user|recipient|mailbox|address)|(user|recipient|mailbox|account) (does not|doesn't|not) exist|(user|recipient) not found)\b/i;
/**
 * A receiver that rejects the sender may use the codes of a wrong address. Such an answer must not retire the address.
 */
const BLAMES_SENDER =
  /\b(spam\w*|black ?list\w*|block ?list\w*|blocked|dnsbl|rbl|reputation|polic(y|ies)|too many|rate limit\w*|spf|dkim|dmarc)\b/i;
const REPLY_CODE = /(?:^|[^\d.])([245]\d\d)(?![\d.])/;
/** RFC 5965, section 3.1, and the IANA registry: types of complaints. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', '']);

/**
 * Reads a delivery status notification (RFC 3464, 6522 and 6533) or a feedback report (ARF, RFC 5965). Never throws,
 * because incoming mail may be anything.
 */
export async function readBounceReport(raw: Uint8Array): Promise<BounceReport> {
  const parts = await readParts(raw);
  const feedback = parts.find(({ type }) => type === FEEDBACK);
  if (feedback) {
    return readFeedback(feedback.text, parts.find(({ type }) => ORIGINAL.has(type))?.text ?? '');
  }
  const status = parts.find(({ type }) => DELIVERY_STATUS.has(type));
  return status ? readStatus(status.text) : { kind: 'other' };
}

interface Part {
  type: string;
  text: string;
}

async function readParts(raw: Uint8Array): Promise<Part[]> {
  try {
    const { attachments } = await PostalMime.parse(head(raw), PARSE_LIMITS);
    return attachments.map(({ mimeType, content }) => ({
      type: mimeType.toLowerCase(),
      text: typeof content === 'string' ? content.slice(0, MAX_PART_BYTES) : decode(content),
    }));
  } catch {
    return [];
  }
}

function head(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let line = 0; line < MAX_LINES; line++) {
    end = raw.indexOf(10, end + 1);
    if (end < 0 || end >= MAX_BYTES) {
      return raw.subarray(0, MAX_BYTES);
    }
  }
  return raw.subarray(0, end);
}

/** Always UTF-8: field names and codes are ASCII, and an unknown charset must not hide them. */
function decode(content: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(new Uint8Array(content).subarray(0, MAX_PART_BYTES));
}

/** Each recipient has an envelope of its own, so a bounce is about one. A failed delivery comes before others. */
function readStatus(text: string): BounceReport {
  const recipients = readFieldGroups(text).filter((group) => group.has('action') || group.has('status'));
  const group = recipients.find((candidate) => readAction(candidate) === 'failed') ?? recipients[0];
  if (!group) {
    return { kind: 'other' };
  }
  const status = readCode(group);
  const diagnostic = group.get('diagnostic-code') ?? '';
  const summary = [status, diagnostic]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_TEXT_LENGTH);
  if (readAction(group) !== 'failed') {
    return { kind: 'notice', code: status, text: summary };
  }
  const code = status === '' ? (REPLY_CODE.exec(diagnostic)?.[1] ?? '') : status;
  const isUnknown =
    SMTP_ANSWERS.classify(0, code).single === 'DROP' || (code.startsWith('5') && UNKNOWN_USER.test(diagnostic));
  const isDead = isUnknown && !BLAMES_SENDER.test(diagnostic);
  return {
    kind: 'bounce',
    code,
    reason: isDead ? 'INVALID_ADDRESS' : classifyStatus(code),
    isDead,
    addresses: readAddresses(group),
    text: summary,
  };
}

/** The address that the message was sent to and the one that it ended at. They differ where mail is forwarded. */
function readAddresses(group: MailReportFields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const [, address] = /^[^;]*;\s*<?([^\s<>]+)>?/.exec(group.get(name) ?? '') ?? [];
    return address === undefined ? [] : [address];
  });
}

/** Why a message did not arrive at an existing address. */
function classifyStatus(code: string): Reason {
  if (/^[45]\.2\.2$/.test(code)) {
    return 'MAILBOX_FULL';
  }
  if (code.startsWith('4') || /^5\.4\.7$/.test(code)) {
    return 'EXPIRED';
  }
  return code.startsWith('5.2.') ? 'UNREACHABLE' : 'REFUSED';
}

function readAction(group: MailReportFields): string {
  return /^[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0] ?? '';
}

/** The enhanced status code (RFC 3463). The answer of the receiver comes before the status of the reporter. */
function readCode(group: MailReportFields): string {
  const answered = ENHANCED_CODE.exec(group.get('diagnostic-code') ?? '')?.[1];
  return answered ?? ENHANCED_CODE.exec(group.get('status') ?? '')?.[1] ?? '';
}

function readFeedback(text: string, original: string): BounceReport {
  const fields = new Map(readFieldGroups(text).flatMap((group) => [...group]));
  const type = (fields.get('feedback-type') ?? '').toLowerCase();
  const summary = [...fields]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
  if (!COMPLAINTS.has(type)) {
    return { kind: 'notice', code: type, text: summary };
  }
  const headers = readFieldGroups(original)[0];
  const mailFrom = [fields.get('original-mail-from'), headers?.get('return-path')];
  return {
    kind: 'complaint',
    code: type,
    text: summary,
    mailFrom: mailFrom.filter((address) => address !== undefined),
  };
}
