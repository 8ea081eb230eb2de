import type { EmailPayload, SmsPayload } from '#libs/channels';
import { type BodyForm, type PlaceholderFiller, toSingleLine } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import type { FilledText, RenderedLinks } from '../model/rendered-links.types.js';
import { compact } from '../model/clean-values.js';
import { countSmsSegments, MAX_SMS_CHARACTERS } from '../model/sms-segments.js';
import { composeText } from '../model/composed-text.js';

/**
 * Renders an e-mail. The text of the message is its HTML body, where values are escaped. Without its HTML it is the
 * text part. Headers are single lines. A body or subject with a missing value is not sent: it would begin with "Dear
 * ,".
 */
export function renderEmail(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: EmailPayload; shown: DisplayedText; links: RenderedLinks } {
  const subject = toSingleLine(filler.fillRequired(language?.title ?? message.subject ?? message.title) ?? '');
  const html = fillBody(message, language, filler, 'html');
  const text = html && fillBody(message, language, filler, 'textOfHtml');
  const payload = compact<EmailPayload>({
    subject,
    html: html?.text,
    text: text?.text,
    fromName:
      message.senderName === undefined ? undefined : toSingleLine(filler.fillRequired(message.senderName) ?? ''),
    fromAddress: message.from,
  });
  const shown = compact<DisplayedText>({ title: subject, text: html?.text });
  return { payload, shown, links: compact<RenderedLinks>({ html, text }) };
}

/**
 * Renders a text message, with composed characters. The text that it shares with an e-mail is HTML, and arrives without it.
 */
export function renderSms(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: SmsPayload; shown: DisplayedText; links: RenderedLinks } {
  const body = fillBody(message, language, filler, message.platforms.includes('EMAIL') ? 'textOfHtml' : 'text');
  const filled = body && composeText(body);
  const text = filled?.text;
  const sender = message.smsHeader === undefined ? undefined : toSingleLine(message.smsHeader);
  return {
    payload: compact<SmsPayload>({ body: text ?? '', segments: countSegments(text ?? ''), sender }),
    shown: compact<DisplayedText>({ title: message.title, text }),
    links: compact<RenderedLinks>({ text: filled }),
  };
}

/** No one sends a text that is too long, however many segments it has. */
function countSegments(text: string): number {
  return text.length > MAX_SMS_CHARACTERS ? Number.POSITIVE_INFINITY : countSmsSegments(text).segments;
}

function fillBody(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
  form: BodyForm,
): FilledText | undefined {
  return language?.text === undefined
    ? (filler.fillBody(message.personalizedMessage, form, false) ?? filler.fillBody(message.text, form, true))
    : filler.fillBody(language.text, form, true);
}
