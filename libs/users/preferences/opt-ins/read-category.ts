import { TOPIC_CHANNEL_NAMES } from '#libs/channels';
import { malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import type { NewTopic, TopicTexts } from '../topics/topic.types.js';
import { LANGUAGE_TAG, MAX_DESCRIPTION, MAX_LANGUAGES, MAX_NAME, MAX_TITLE } from './categories-reference.js';

/** Reads an entry of the section `categories`. @throws AppError malformed */
export function readCategory(form: Form): NewTopic {
  const name = form.text('name');
  const confirmation = form.optionalText('confirmation') ?? null;
  for (const [field, text] of Object.entries({ name, confirmation })) {
    if (text !== null && text.length > MAX_NAME) {
      throw malformed(`${joinPath(form.path, field)} should have at most ${MAX_NAME} characters`);
    }
  }
  return {
    name,
    title: readTexts(form, 'title', MAX_TITLE),
    description: readTexts(form, 'description', MAX_DESCRIPTION),
    default: form.has('default') ? form.oneOf('default', ['on', 'off']) : 'on',
    channels: readChannels(form),
    doubleOptIn: form.flag('doubleOptIn') ?? false,
    confirmation,
  };
}

/** Writes an entry that reads as the same category. */
export function toCategoryEntry({ name, title, description, channels, doubleOptIn, ...topic }: NewTopic): object {
  return {
    name,
    ...(Object.keys(title).length > 0 && { title }),
    ...(Object.keys(description).length > 0 && { description }),
    ...(topic.default === 'off' && { default: 'off' }),
    ...(channels.length < TOPIC_CHANNEL_NAMES.length && { channels }),
    ...(doubleOptIn && { doubleOptIn }),
    ...(topic.confirmation !== null && { confirmation: topic.confirmation }),
  };
}

function readChannels(form: Form): NewTopic['channels'] {
  const names = form.texts('channels');
  const path = joinPath(form.path, 'channels');
  const unknown = names?.find((name) => !TOPIC_CHANNEL_NAMES.some((channel) => channel === name));
  if (unknown !== undefined) {
    throw malformed(`${path} takes ${TOPIC_CHANNEL_NAMES.join(', ')}, not '${unknown.slice(0, 100)}'`);
  }
  if (names?.length === 0) {
    throw malformed(`${path} should name a channel; left out, it is all of them`);
  }
  return names ? TOPIC_CHANNEL_NAMES.filter((channel) => names.includes(channel)) : TOPIC_CHANNEL_NAMES;
}

function readTexts(form: Form, field: string, maxLength: number): TopicTexts {
  const value = form.value(field);
  if (value === undefined) {
    return {};
  }
  const path = joinPath(form.path, field);
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const texts = Form.read(value, path, names);
  const wrong = names.find((name) => !LANGUAGE_TAG.test(name));
  if (wrong !== undefined) {
    throw malformed(`${path}: '${wrong.slice(0, 100)}' is no language tag, such as en or pt-BR`);
  }
  if (names.length > MAX_LANGUAGES) {
    throw malformed(`${path} should have at most ${MAX_LANGUAGES} languages`);
  }
  return Object.fromEntries(
    names.map((language) => {
      const text = texts.text(language);
      if (text.length > maxLength) {
        throw malformed(`${joinPath(path, language)} should have at most ${maxLength} characters`);
      }
      return [language, text];
    }),
  );
}
