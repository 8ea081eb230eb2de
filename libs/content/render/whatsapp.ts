import type { WhatsAppComponent, WhatsAppMedia, WhatsAppParameter, WhatsAppPayload } from '#libs/channels/definitions';
import { missing } from '#platform/errors';
import { compact } from '../model/clean-values.js';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import { type PlaceholderFiller, toSingleLine } from '#libs/content/template';
import type { ChannelContent, RenderedContent } from './channel-content.js';
import { renderSms } from './email-and-sms.js';

/** Meta, "Text messages": characters of a text, and of a caption. */
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
/** Meta, "Template messages": a filled body is no longer than this. */
const MAX_PARAMETER = 1024;

/**
 * A message on WhatsApp: a template with its values, or the text of the message, with a file or alone. Text and files
 * reach only people who wrote within the last 24 hours.
 */
export const WHATSAPP_CONTENT: ChannelContent<'whatsapp'> = {
  render: renderWhatsApp,
  measure: (payload) => ({ bytes: Buffer.byteLength(JSON.stringify(payload)), limit: null }),
  check({ text, whatsapp }, nameOf) {
    if (whatsapp?.template === undefined && whatsapp?.media === undefined && text === undefined) {
      throw missing(nameOf('message'));
    }
  },
  needsSession: ({ whatsapp }) => whatsapp?.template === undefined,
};

function renderWhatsApp(
  message: Message,
  { language: name }: { language: string | undefined },
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): RenderedContent<'whatsapp'> {
  const { whatsapp } = message;
  if (whatsapp?.template) {
    const { template } = whatsapp;
    const components = template.components.map((component) => fillComponent(component, filler));
    const values = components.flatMap(({ parameters }) => parameters.map(textOf));
    const payload: WhatsAppPayload = {
      type: 'template',
      template: {
        name: template.name,
        language: (name === undefined ? undefined : template.languages?.[name]) ?? template.language,
        components,
      },
    };
    const isTooLong = values.some((value) => value.length > MAX_PARAMETER);
    return isTooLong ? { failure: 'PAYLOAD_TOO_LARGE' } : { payload, shown: shownOf(message, message.text) };
  }
  const { shown } = renderSms(message, language, filler);
  const { text = '' } = shown;
  if (whatsapp?.media) {
    const { type, ...file } = whatsapp.media;
    const payload = compact<WhatsAppPayload>({
      type: 'media',
      media: type,
      file: fillMedia(file, filler),
      caption: text === '' ? undefined : text,
    });
    return text.length > MAX_CAPTION ? { failure: 'PAYLOAD_TOO_LARGE' } : { payload, shown };
  }
  return text.length > MAX_TEXT ? { failure: 'PAYLOAD_TOO_LARGE' } : { payload: { type: 'text', body: text }, shown };
}

function shownOf({ title }: Message, text: string | undefined): DisplayedText {
  return compact<DisplayedText>({ title, text });
}

function fillComponent({ parameters, ...component }: WhatsAppComponent, filler: PlaceholderFiller): WhatsAppComponent {
  return { ...component, parameters: parameters.map((parameter) => fillParameter(parameter, filler)) };
}

/** Values of templates have no line breaks, tabs, or more than four spaces in a row (Meta, error 132018). */
function fillText(text: string, filler: PlaceholderFiller): string {
  return toSingleLine(filler.fillRequired(text) ?? '').replaceAll(/ {4,}/g, '   ');
}

function fillParameter(parameter: WhatsAppParameter, filler: PlaceholderFiller): WhatsAppParameter {
  switch (parameter.type) {
    case 'text':
      return { ...parameter, text: fillText(parameter.text, filler) };
    case 'payload':
      return { ...parameter, payload: fillText(parameter.payload, filler) };
    case 'coupon_code':
      return { ...parameter, coupon_code: fillText(parameter.coupon_code, filler) };
    case 'image':
      return { ...parameter, image: fillMedia(parameter.image, filler) };
    case 'video':
      return { ...parameter, video: fillMedia(parameter.video, filler) };
    case 'document':
      return { ...parameter, document: fillMedia(parameter.document, filler) };
    case 'location': {
      const { latitude, longitude, name, address } = parameter.location;
      const location = { latitude, longitude, name: fillText(name, filler), address: fillText(address, filler) };
      return { ...parameter, location };
    }
  }
}

function fillMedia({ link, id, filename }: WhatsAppMedia, filler: PlaceholderFiller): WhatsAppMedia {
  return compact<WhatsAppMedia>({
    link: fillLink(link, filler),
    id,
    filename: filename === undefined ? undefined : fillText(filename, filler),
  });
}

/** A value of a link is escaped; without it nothing is sent. */
function fillLink(link: string | undefined, filler: PlaceholderFiller): string | undefined {
  filler.fillRequired(link);
  return link === undefined ? undefined : (filler.fillMedia(link) ?? '');
}

function textOf(parameter: WhatsAppParameter): string {
  return parameter.type === 'text' ? parameter.text : '';
}
