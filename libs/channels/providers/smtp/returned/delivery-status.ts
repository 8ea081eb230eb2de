import { judgeFailure, readCode } from './failure.js';
import { readFieldGroups, type MailReportFields } from './report-fields.js';
import { MAX_REPORT_TEXT, type BounceReport } from './returned.types.js';

/**
 * Reads the part of a delivery status notification. Each recipient has an envelope of its own, so it is about one. A failed
 * delivery comes before others.
 *
 * @param prose  the text for people; it counts where the fields say nothing
 * @returns undefined without a recipient
 */
export function readDeliveryStatus(text: string, prose: string): BounceReport | undefined {
  const recipients = readFieldGroups(text).filter((group) => group.has('action') || group.has('status'));
  const group = recipients.find((candidate) => readAction(candidate) === 'failed') ?? recipients[0];
  if (!group) {
    return undefined;
  }
  const action = readAction(group);
  const status = group.get('status') ?? '';
  // The second is what the receiver said, where the first is of the reporter.
  const answers = [group.get('diagnostic-code'), group.get('x-supplementary-info')].filter(
    (part) => part !== undefined,
  );
  if (action !== 'failed') {
    const code = readCode([...answers, status]);
    return { kind: 'notice', code, text: summarize([code, ...answers]), isDelay: action === 'delayed' };
  }
  const words = answers.length > 0 ? answers : [prose];
  const failure = judgeFailure({ answers: words, status, addresses: readAddresses(group) });
  return { ...failure, text: summarize([failure.code, ...answers]) };
}

function summarize(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_REPORT_TEXT);
}

/** The address that the message was sent to and the one that it ended at. They differ where mail is forwarded. */
function readAddresses(group: MailReportFields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const [, address] = /^[^;]*;\s*<?([^\s<>]+)>?/.exec(group.get(name) ?? '') ?? [];
    return address === undefined ? [] : [address];
  });
}

function readAction(group: MailReportFields): string {
  return /^[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0] ?? '';
}
