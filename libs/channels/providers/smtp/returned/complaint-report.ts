import { readFieldGroups, type MailReportFields } from './report-fields.js';
import { readReturnedParts, type ReturnedParts } from './returned-parts.js';
import { MAX_REPORT_TEXT, type BounceReport, type ComplaintReport } from './returned.types.js';

const ORIGINAL = new Set([
  'message/rfc822',
  'message/rfc822-headers',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]);
/** RFC 5965, section 3.1, and the IANA registry: types of complaints. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', '']);
/** Fields of the original that name it. A feedback loop may black out its addresses. */
const TRACES = ['message-id', 'list-unsubscribe'];
/** Microsoft's junk mail program adds it to messages that it returns. */
const JUNK_MAIL_PROGRAM = 'x-hmxmroriginalrecipient';

/** Reads the part of a feedback report. */
export function readFeedback(text: string, mail: ReturnedParts): BounceReport {
  const fields = new Map(readFieldGroups(text).flatMap((group) => [...group]));
  const code = (fields.get('feedback-type') ?? '').toLowerCase();
  const summary = [...fields]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .slice(0, MAX_REPORT_TEXT);
  if (!COMPLAINTS.has(code)) {
    return { kind: 'notice', code, text: summary, isDelay: false };
  }
  return createComplaint({ code, text: summary }, findOriginal(mail), fields.get('original-mail-from'));
}

/** Reads a message that Microsoft's junk mail program returns as it was; undefined for any other mail. */
export function readForwardedComplaint(mail: ReturnedParts): ComplaintReport | undefined {
  const original = findOriginal(mail);
  const isMarked = mail.headers.has(JUNK_MAIL_PROGRAM) || original.has(JUNK_MAIL_PROGRAM);
  const isComplaint = isMarked && mail.parts.some(({ type }) => ORIGINAL.has(type));
  return isComplaint ? createComplaint({ code: '', text: mail.headers.get('subject') ?? '' }, original) : undefined;
}

/**
 * Reads a mail that came to the address of a feedback loop in no known form: all of its texts may name the message. Never
 * throws.
 */
export async function readUnknownComplaint(raw: Uint8Array): Promise<ComplaintReport> {
  const { headers, text, parts } = await readReturnedParts(raw);
  return {
    kind: 'complaint',
    code: '',
    text: (headers.get('subject') ?? '').slice(0, MAX_REPORT_TEXT),
    mailFrom: [],
    traces: [text, ...parts.map((part) => part.text)],
  };
}

function createComplaint(
  { code, text }: Pick<ComplaintReport, 'code' | 'text'>,
  original: MailReportFields,
  mailFrom?: string,
): ComplaintReport {
  return {
    kind: 'complaint',
    code,
    text: text.slice(0, MAX_REPORT_TEXT),
    mailFrom: [mailFrom, original.get('return-path')].filter((address) => address !== undefined),
    traces: TRACES.flatMap((name) => original.get(name) ?? []),
  };
}

/** The header of the returned message. */
function findOriginal({ parts }: ReturnedParts): MailReportFields {
  const original = parts.find(({ type }) => ORIGINAL.has(type));
  return readFieldGroups(original?.text ?? '')[0] ?? new Map();
}
