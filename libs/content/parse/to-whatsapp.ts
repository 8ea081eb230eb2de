import {
  WHATSAPP_MEDIA,
  type WhatsAppComponent,
  type WhatsAppMedia,
  type WhatsAppParameter,
} from '#libs/channels/definitions';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { compact } from '../model/clean-values.js';
import type { WhatsAppPart } from '../model/message-part.types.js';
import type { WhatsAppDto, WhatsAppTemplateDto } from './whatsapp.dto.js';

const MAX_PARAMETERS = 100;
const BUTTONS = ['url', 'quick_reply', 'copy_code'] as const;
type Fields = Readonly<Record<string, unknown>>;

/**
 * The part of a message for WhatsApp in its normal form.
 *
 * @param path  of the part, as the request wrote it
 * @throws AppError malformed for values that the Cloud API does not have
 */
export function toWhatsApp(part: WhatsAppDto, path: string): WhatsAppPart {
  const { template, media } = part;
  if (media && (media.link === undefined) === (media.id === undefined)) {
    throw malformed(`Field '${path}.media' takes exactly one of link and id`);
  }
  return compact<WhatsAppPart>({
    template: template && toTemplate(template, `${path}.template`),
    media: media && compact({ type: media.type, link: media.link, id: media.id, filename: media.filename }),
  });
}

function toTemplate(template: WhatsAppTemplateDto, path: string): WhatsAppPart['template'] {
  const { name, language, languages, components = [] } = template;
  return compact({
    name,
    language,
    languages: languages && Object.fromEntries(languages),
    components: components.map((component, index) => toComponent(component, `${path}.components[${index}]`)),
  });
}

function toComponent(component: Fields, path: string): WhatsAppComponent {
  const { type, sub_type: subType, index, parameters = [] } = component;
  const kind = (['header', 'body', 'button'] as const).find((name) => name === type);
  if (kind === undefined) {
    throw malformed(`Field '${path}.type' should be header, body or button`);
  }
  if (!Array.isArray(parameters) || parameters.length > MAX_PARAMETERS) {
    throw malformed(`Field '${path}.parameters' should be an array of at most ${MAX_PARAMETERS} values`);
  }
  const values = parameters.map((value: unknown, at) => toParameter(value, `${path}.parameters[${at}]`));
  if (kind !== 'button') {
    return { type: kind, parameters: values };
  }
  const button = BUTTONS.find((name) => name === subType);
  if (button === undefined || !/^\d$/.test(String(index))) {
    throw malformed(`Field '${path}' should have sub_type ${BUTTONS.join(', ')} and an index from 0 to 9`);
  }
  return { type: kind, sub_type: button, index: String(index), parameters: values };
}

function toParameter(value: unknown, path: string): WhatsAppParameter {
  const fields = isJsonObject(value) ? value : {};
  const { type } = fields;
  const text = (name: string): string => {
    const found = fields[name];
    if (typeof found !== 'string' || found.trim() === '') {
      throw malformed(`Field '${path}.${name}' should be a text`);
    }
    return found;
  };
  const media = WHATSAPP_MEDIA.find((name) => name === type);
  if (media !== undefined) {
    return { type: media, [media]: toMedia(fields[media], `${path}.${media}`) } as WhatsAppParameter;
  }
  switch (type) {
    case 'text': {
      const { parameter_name: name } = fields;
      return { type, text: text('text'), ...(typeof name === 'string' && { parameter_name: name }) };
    }
    case 'payload':
      return { type, payload: text('payload') };
    case 'coupon_code':
      return { type, coupon_code: text('coupon_code') };
    case 'location': {
      const place = isJsonObject(fields['location']) ? fields['location'] : {};
      const [latitude = '', longitude = '', name = '', address = ''] = ['latitude', 'longitude', 'name', 'address'].map(
        (field) => toText(place[field]),
      );
      if (!/^-?\d/.test(latitude) || !/^-?\d/.test(longitude)) {
        throw malformed(`Field '${path}.location' should have latitude and longitude`);
      }
      return { type, location: { latitude, longitude, name, address } };
    }
    default:
      throw malformed(
        `Field '${path}.type' should be text, payload, coupon_code, location, ${WHATSAPP_MEDIA.join(', ')}`,
      );
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function toMedia(value: unknown, path: string): WhatsAppMedia {
  const { link, id, filename } = isJsonObject(value) ? value : {};
  if (typeof link === 'string' && link.startsWith('https://') && id === undefined) {
    return { link, ...(typeof filename === 'string' && { filename }) };
  }
  if (typeof id === 'string' && /^\d{1,30}$/.test(id) && link === undefined) {
    return { id, ...(typeof filename === 'string' && { filename }) };
  }
  throw malformed(`Field '${path}' takes exactly one of link, which begins with https, and id`);
}
