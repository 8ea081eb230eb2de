import PostalMime from 'postal-mime';
import { classifyAnswer, type Reason } from '../sender/provider-answers.js';
import { readFieldGroups, type ReportFields } from './report-fields.js';

/** What mail that came back says about the message that it is about. */
export type BounceReport =
  /** Not delivered, and not tried again. `isDead`: nothing sent to this address will be. `addresses`: whose it was, as told. */
  | { kind: 'bounce'; code: string; reason: Reason; isDead: boolean; addresses: string[]; text: string }
  /** Delayed, delivered or relayed: nothing to be done. */
  | { kind: 'notice'; code: string; text: string }
  /** The recipient called it unwanted. `mailFrom`: envelope sender of the message, where the report tells it. */
  | { kind: 'complaint'; code: string; text: string; mailFrom: string[] }
  /** No report, or one that cannot be read: answers of people and of machines. */
  | { kind: 'other' };

/** For reading, not for anything else: a report is small, and what is nested deep is no report. */
const PARSE_LIMITS = {
  maxNestingDepth: 20,
  maxHeadersSize: 128 * 1024,
  maxRfc822NestingDepth: 0,
  forceRfc822Attachments: true,
};
/** What is kept of a report for whoever asks why. */
const MAX_TEXT_LENGTH = 1000;
/** What is read of a mail: reports stand before what they are about. Both bound the time that reading takes. */
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 5000;
/** Of parts that are read. */
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
/** A receiver's own words for an address that does not exist, where its code says no more than that it refused. */
const UNKNOWN_USER =
  /\b(user unknown|unknown user|no such (user|recipient|mailbox|address)|(user|recipient|mailbox|account) (does not|doesn't|not) exist|(user|recipient) not found)\b/i;
/** A receiver that turns the sender away may use the codes of a wrong address; no address may die for that. */
const BLAMES_SENDER =
  /\b(spam\w*|black ?list\w*|block ?list\w*|blocked|dnsbl|rbl|reputation|polic(y|ies)|too many|rate limit\w*|spf|dkim|dmarc)\b/i;
const REPLY_CODE = /(?:^|[^\d.])([245]\d\d)(?![\d.])/;
/** RFC 5965, section 3.1 and the IANA registry: reports of people who do not want the message. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', '']);

/**
 * Reads a delivery status notification (RFC 3464, 6522 and 6533) or a feedback report (ARF, RFC 5965). Never throws: mail
 * from strangers may be anything.
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

/** UTF-8, whatever the part says: field names and codes are ASCII, and a charset nobody knows must not hide them. */
function decode(content: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(new Uint8Array(content).subarray(0, MAX_PART_BYTES));
}

/** A bounce names one recipient, for each has an envelope of its own; what failed comes before what did not. */
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
    classifyAnswer('smtp', 0, code).single === 'DROP' || (code.startsWith('5') && UNKNOWN_USER.test(diagnostic));
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

/** The address that the message was sent to and the one it ended at, which differ where mail is forwarded. */
function readAddresses(group: ReportFields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const [, address] = /^[^;]*;\s*<?([^\s<>]+)>?/.exec(group.get(name) ?? '') ?? [];
    return address === undefined ? [] : [address];
  });
}

/** Why a message did not arrive at an address that stays. */
function classifyStatus(code: string): Reason {
  if (/^[45]\.2\.2$/.test(code)) {
    return 'MAILBOX_FULL';
  }
  if (code.startsWith('4') || /^5\.4\.7$/.test(code)) {
    return 'EXPIRED';
  }
  return code.startsWith('5.2.') ? 'UNREACHABLE' : 'REFUSED';
}

function readAction(group: ReportFields): string {
  return /^[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0] ?? '';
}

/** The enhanced status code (RFC 3463): what the receiver answered comes before what the reporter made of it. */
function readCode(group: ReportFields): string {
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
