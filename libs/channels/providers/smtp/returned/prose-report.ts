import { judgeFailure } from './failure.js';
import type { ReturnedParts } from './returned-parts.js';
import { MAX_REPORT_TEXT, type BounceReport } from './returned.types.js';

/**
 * A system that reports in words alone.
 *
 * @property opening    begins the report
 * @property copy       begins the returned message, whose words are the sender's own
 * @property addresses  finds the recipients, each in a group
 * @property delay      says that the system goes on trying
 */
interface ProseForm {
  opening: RegExp;
  copy: RegExp;
  addresses: RegExp;
  delay?: RegExp;
}

/** Characters that are read of a report: it comes before the returned message. */
const MAX_PROSE_LENGTH = 8000;
const FORMS: readonly ProseForm[] = [
  // qmail-send and others: QSBMF, https://cr.yp.to/proto/qsbmf.txt
  { opening: /^Hi\. This is the /, copy: /^-/m, addresses: /^<([^<>\s]+)>:/gm },
  // Exim, section "Format of delivery failure messages" of its specification, and systems after its model
  {
    opening:
      /^This message was created automatically by [^\n]{1,200}\s{1,9}A message (?:that you (?:have )?sent|sent by)\b/,
    copy: /^-{3,}/m,
    // The sender stands in brackets too, but without a colon.
    addresses:
      /^ {0,4}([^\s"<>@:]+@[^\s"<>@:]+)(?:[ :][^\n]*)?$|^ {0,4}["<]([^\s"<>@:]+@[^\s"<>@:]+)[">]:|\bgenerated from ([^\s()]+)/gm,
    delay: /^[^\n]*\s{1,9}A message (?:that you (?:have )?sent|sent by)[^.]{0,300}\bhas not yet been delivered\b/,
  },
  {
    opening: /^Could not deliver message to the following recipient/,
    copy: /^ *-- The header and top/m,
    addresses: /^Failed Recipient: *(\S+)/gm,
  },
  // Sendmail before RFC 3464
  {
    opening: /^(?:\*{9,}\s{1,9}\*\* {1,9}THIS IS A WARNING MESSAGE ONLY|The original message was received at )/,
    copy: /^ *-{3,} (?:Original|Unsent|Returned) message|^ *-{3,} Message header/m,
    addresses: /^<([^<>\s]+@[^<>\s]+)> /gm,
    delay: /^\*/,
  },
  // hMailServer, and Exchange before reports of its own
  {
    opening: /^Your message did not reach some or all of the intended recipients\./,
    copy: /^hMailServer$/m,
    addresses: /^ *([^\s@]+@[^\s@]+)(?: on [^\n]*)?$/gm,
  },
  // OpenSMTPD before RFC 3464
  {
    opening: /^Hi!\s{1,9}This is the MAILER-DAEMON, please DO NOT REPLY to this e-?mail/,
    copy: /^ *Below is a copy of the original message/m,
    addresses: /^([^\s@:]+@[^\s@:]+):/gm,
    delay: /\bA message is delayed for more than\b/,
  },
  // dma, of DragonFly BSD and Debian
  {
    opening: /^This is the DragonFly Mail Agent /,
    copy: /^(?:Message headers|Original message) follows?\./m,
    addresses: /\berror delivering your mail to <([^<>\s]+)>/g,
  },
  {
    opening: /^MailEnable: Message could not be delivered to some recipients\./,
    copy: /^Message headers follow/m,
    addresses: /^\s*Recipient: *\[SMTP:([^\s\]]+)\]/gm,
  },
];
/** Exim and Gmail set it on each failure, and their texts may be those of an operator in any language. */
const FAILED_RECIPIENTS = 'x-failed-recipients';
const UNKNOWN_FORM: Omit<ProseForm, 'opening'> = { copy: /^-{3,}/m, addresses: /\bgenerated from ([^\s()]+)/g };

/** Reads the report of a system in words; undefined for any other mail. */
export function readProseReport({ headers, text }: ReturnedParts): BounceReport | undefined {
  const prose = text.slice(0, MAX_PROSE_LENGTH).replaceAll('\r\n', '\n').trim();
  const failed =
    headers
      .get(FAILED_RECIPIENTS)
      ?.split(/[\s,]+/)
      .filter((address) => address !== '') ?? [];
  const form = FORMS.find(({ opening }) => opening.test(prose)) ?? (failed.length > 0 ? UNKNOWN_FORM : undefined);
  if (!form) {
    return undefined;
  }
  const copyStart = prose.search(form.copy);
  const report = copyStart < 0 ? prose : prose.slice(0, copyStart).trim();
  if (form.delay?.test(report)) {
    return { kind: 'notice', code: '', text: report.slice(0, MAX_REPORT_TEXT), isDelay: true };
  }
  const named = [...report.matchAll(form.addresses)].flatMap((match) =>
    match.slice(1).filter((name) => name !== undefined),
  );
  const failure = judgeFailure({ answers: [report], status: '', addresses: [...new Set([...named, ...failed])] });
  return { ...failure, text: report.slice(0, MAX_REPORT_TEXT) };
}
