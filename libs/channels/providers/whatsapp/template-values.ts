import { WHATSAPP_MEDIA, type WhatsAppComponent, type WhatsAppParameter } from '#libs/channels/definitions';
import type { ProviderTemplate } from '../../provider/provider.types.js';
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

/**
 * Why Meta would refuse a template for its values (132000, 132012, 132018). The parts of a template stand in its list
 * ("Business Management API: Template components"), the values in the message ("Cloud API: Template messages").
 *
 * @param given  the values of a message
 * @returns for people, after the name of the template; undefined: they fit, or only Meta can tell
 */
export function findValueFault(template: ProviderTemplate, given: readonly WhatsAppComponent[]): string | undefined {
  const parts = partsOf(template);
  if (parts === undefined) {
    return undefined;
  }
  const valuesOf = (type: 'header' | 'body'): readonly WhatsAppParameter[] =>
    given.filter((component) => component.type === type).flatMap(({ parameters }) => parameters);
  return (
    findHeaderFault(parts.get('HEADER'), valuesOf('header')) ??
    findTextFault('body', parts.get('BODY'), valuesOf('body')) ??
    findButtonFault(
      listButtons(parts.get('BUTTONS')),
      given.filter(({ type }) => type === 'button'),
    )
  );
}

function findHeaderFault(part: TemplatePart | undefined, values: readonly WhatsAppParameter[]): string | undefined {
  const format = formatOf(part);
  if (format === 'text') {
    return findTextFault('header', part, values);
  }
  const isKnown = format === 'location' || WHATSAPP_MEDIA.some((media) => media === format);
  return isKnown && (values.length !== 1 || values[0]?.type !== format)
    ? `takes one value in its header, of type ${format}`
    : undefined;
}

function findTextFault(
  name: 'header' | 'body',
  part: TemplatePart | undefined,
  values: readonly WhatsAppParameter[],
): string | undefined {
  const places = listPlaces(part?.['text']);
  if (values.length !== places.length) {
    return `takes ${countValues(places.length)} in its ${name}, not ${values.length}`;
  }
  if (values.some(({ type }) => type !== 'text')) {
    return `takes texts in its ${name}`;
  }
  const names = new Set(values.map((value) => (value.type === 'text' ? value.parameter_name : undefined)));
  const missing = isNamed(places) ? places.find((place) => !names.has(place)) : undefined;
  return missing === undefined ? undefined : `needs a value with parameter_name ${missing} in its ${name}`;
}

/** A button with a value of its own needs it; a quick reply may have one. */
function findButtonFault(buttons: readonly TemplatePart[], given: readonly WhatsAppComponent[]): string | undefined {
  for (const [at, button] of buttons.entries()) {
    const [count] = given.filter(({ index }) => index === String(at)).map(({ parameters }) => parameters.length);
    if (needsValue(button) && count !== 1) {
      return `takes 1 value for its button ${at}, not ${count ?? 0}`;
    }
    if (typeOfButton(button) === 'URL' && !needsValue(button) && count !== undefined) {
      return `takes no value for its button ${at}`;
    }
  }
  const unknown = given.find(({ index }) => Number(index) >= buttons.length);
  return unknown && `has no button ${unknown.index}`;
}

function countValues(count: number): string {
  return count === 0 ? 'no value' : count === 1 ? '1 value' : `${count} values`;
}
