import type { EmailPayload, SmsPayload } from '#libs/channels';
import type { Filler } from './filler.js';
import type { LanguagePart, Message, Shown } from './message.types.js';
import { plainText } from './plain-text.js';
import { compact } from './reading.js';
import { smsSegments } from './sms-segments.js';
import { oneLine, type Escape } from './template.js';

/**
 * An e-mail: the text is its HTML body, where values are escaped, and without its HTML the text part beside it; headers
 * are single lines. A body or subject with a hole in it is not sent: nobody wants the letter that begins "Dear ,".
 */
export function renderEmail(
  message: Message,
  language: LanguagePart | undefined,
  filler: Filler,
): { payload: EmailPayload; shown: Shown } {
  const subject = oneLine(filler.needed(language?.title ?? message.subject ?? message.title) ?? '');
  const html = wholeText(message, language, filler, { escapeFor: (text) => filler.htmlEscape(text) });
  const payload = compact<EmailPayload>({
    subject,
    html,
    text: html === undefined ? undefined : wholeText(message, language, filler, { shape: plainText }),
    fromName: message.senderName === undefined ? undefined : oneLine(message.senderName),
    fromAddress: message.from,
  });
  return { payload, shown: compact<Shown>({ title: subject, text: html }) };
}

export function renderSms(
  message: Message,
  language: LanguagePart | undefined,
  filler: Filler,
): { payload: SmsPayload; shown: Shown } {
  const text = wholeText(message, language, filler);
  const sender = message.smsHeader === undefined ? undefined : oneLine(message.smsHeader);
  return {
    payload: compact<SmsPayload>({ body: text ?? '', segments: smsSegments(text ?? '').segments, sender }),
    shown: compact<Shown>({ title: message.title, text }),
  };
}

/**
 * @param how.shape      what is made of the template before it is filled
 * @param how.escapeFor  makes values safe for a template; as of a plain text when absent
 */
function wholeText(
  message: Message,
  language: LanguagePart | undefined,
  filler: Filler,
  {
    escapeFor = (template) => filler.textEscape(template),
    shape = (template) => template,
  }: { escapeFor?: (template: string) => Escape; shape?: (template: string) => string } = {},
): string | undefined {
  const [own, text] = [language?.text ?? message.personalizedMessage, message.text].map((template) =>
    template === undefined ? undefined : shape(template),
  );
  return (
    (own === undefined ? undefined : filler.optional(own, escapeFor(own))) ??
    (text === undefined ? undefined : filler.needed(text, escapeFor(text)))
  );
}
