import type { EmailPayload, SmsPayload } from '#libs/channels';
import type { PlaceholderFiller } from '../template/placeholder-filler.js';
import type { LanguagePart, Message, DisplayedText } from '../model/message.types.js';
import { toPlainText } from '../template/plain-text.js';
import { compact } from '../model/compact.js';
import { countSmsSegments, MAX_SMS_CHARACTERS } from '../model/sms-segments.js';
import { toSingleLine, type Escape } from '../template/template.js';

/**
 * Renders an e-mail. The text of the message is its HTML body, where values are escaped. Without its HTML it is the
 * text part. Headers are single lines. A body or subject with a missing value is not sent: it would begin with "Dear
 * ,".
 */
export function renderEmail(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: EmailPayload; shown: DisplayedText } {
  const subject = toSingleLine(filler.fillRequired(language?.title ?? message.subject ?? message.title) ?? '');
  const html = fillText(message, language, filler, { escapeFor: (text) => filler.createHtmlEscape(text) });
  const payload = compact<EmailPayload>({
    subject,
    html,
    text: html === undefined ? undefined : fillText(message, language, filler, { shape: toPlainText }),
    fromName:
      message.senderName === undefined ? undefined : toSingleLine(filler.fillRequired(message.senderName) ?? ''),
    fromAddress: message.from,
  });
  return { payload, shown: compact<DisplayedText>({ title: subject, text: html }) };
}

/**
 * Renders a text message. The text that it shares with an e-mail is HTML, and arrives without it.
 */
export function renderSms(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: SmsPayload; shown: DisplayedText } {
  const text = fillText(message, language, filler, message.platforms.includes('EMAIL') ? { shape: toPlainText } : {});
  const sender = message.smsHeader === undefined ? undefined : toSingleLine(message.smsHeader);
  return {
    payload: compact<SmsPayload>({ body: text ?? '', segments: countSegments(text ?? ''), sender }),
    shown: compact<DisplayedText>({ title: message.title, text }),
  };
}

/** Nobody sends a text that is too long, however many segments it has. */
function countSegments(text: string): number {
  return text.length > MAX_SMS_CHARACTERS ? Number.POSITIVE_INFINITY : countSmsSegments(text).segments;
}

/**
 * @param options.shape      transforms the template before it is filled
 * @param options.escapeFor  creates the escape of a template; absent: that of a plain text
 */
function fillText(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
  {
    escapeFor = (template) => filler.createTextEscape(template),
    shape = (template) => template,
  }: { escapeFor?: (template: string) => Escape; shape?: (template: string) => string } = {},
): string | undefined {
  const fill = (template: string | undefined, isRequired: boolean): string | undefined => {
    if (template === undefined) {
      return undefined;
    }
    const shaped = shape(template);
    const escape = escapeFor(shaped);
    return isRequired ? filler.fillRequired(shaped, escape) : filler.fillOrPlain(shaped, escape);
  };
  return language?.text === undefined
    ? (fill(message.personalizedMessage, false) ?? fill(message.text, true))
    : fill(language.text, true);
}
