import { WHATSAPP_MEDIA } from '#libs/channels/definitions';
import type { ProviderTemplate, TemplateField, TemplateForm } from '../../provider/provider.types.js';
import {
  formatOf,
  isNamed,
  listButtons,
  listPlaces,
  needsValue,
  partsOf,
  typeOfButton,
  type TemplatePart,
} from './template-parts.js';

/** Buttons that a person presses with the value that they have, or without one. Others open flows and catalogues. */
const KNOWN_BUTTONS: readonly string[] = ['URL', 'QUICK_REPLY', 'PHONE_NUMBER', 'COPY_CODE'];

/**
 * Lists the values to fill in a template of Meta.
 *
 * @returns undefined: it has a place on a map, a carousel, a flow or another part that takes more than texts and files
 */
export function formOfTemplate(template: ProviderTemplate): TemplateForm | undefined {
  const parts = partsOf(template);
  const buttons = listButtons(parts?.get('BUTTONS'));
  const header = headerFields(parts?.get('HEADER'));
  if (parts === undefined || header === undefined || buttons.some((button) => !isKnownButton(button))) {
    return undefined;
  }
  const text = parts.get('BODY')?.['text'];
  return {
    body: typeof text === 'string' ? text : '',
    fields: [...header, ...textFields('body', text), ...buttons.flatMap(buttonFields)],
  };
}

function headerFields(header: TemplatePart | undefined): TemplateField[] | undefined {
  const format = formatOf(header);
  if (format === 'text') {
    return textFields('header', header?.['text']);
  }
  const media = WHATSAPP_MEDIA.find((name) => name === format);
  return media && [{ part: 'header', type: media }];
}

/** Values without names are counted from 1, wherever their places stand in the text. */
function textFields(part: 'header' | 'body', text: unknown): TemplateField[] {
  const places = listPlaces(text);
  return places.map((place) => ({ part, type: 'text', ...(isNamed(places) && { name: place }) }));
}

function isKnownButton(button: TemplatePart): boolean {
  return KNOWN_BUTTONS.includes(typeOfButton(button));
}

function buttonFields(button: TemplatePart, index: number): TemplateField[] {
  const type = typeOfButton(button) === 'COPY_CODE' ? 'coupon_code' : 'text';
  return needsValue(button) ? [{ part: 'button', index, type }] : [];
}
