import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import type { NewTopic, TopicTexts } from '../topics/topic.types.js';
import { LANGUAGE_TAG, MAX_DESCRIPTION, MAX_LANGUAGES, MAX_NAME, MAX_TITLE } from './categories-reference.js';

const DEFAULTS: Omit<NewTopic, 'name'> = {
  title: {},
  description: {},
  default: 'on',
  channels: TOPIC_CHANNEL_NAMES,
  doubleOptIn: false,
  confirmation: null,
};

/**
 * Reads an entry of the section `categories`.
 *
 * @param present  a category of the same name among them has the values of fields that are left out
 * @throws AppError malformed
 */
export function readCategory(form: Form, present: readonly NewTopic[]): NewTopic {
  const name = form.text('name');
  const otherwise = present.find((topic) => topic.name === name) ?? DEFAULTS;
  const confirmation = form.optionalText('confirmation') ?? otherwise.confirmation;
  for (const [field, text] of Object.entries({ name, confirmation })) {
    if (text !== null && text.length > MAX_NAME) {
      throw malformed(`${joinPath(form.path, field)} should have at most ${MAX_NAME} characters`);
    }
  }
  const doubleOptIn = form.flag('doubleOptIn') ?? otherwise.doubleOptIn;
  const byDefault = form.has('default') ? form.oneOf('default', ['on', 'off']) : undefined;
  if (doubleOptIn && byDefault === 'on') {
    throw malformed(`${joinPath(form.path, 'default')} should be off: with doubleOptIn a person gets it by confirming`);
  }
  return {
    name,
    title: readTexts(form, 'title', MAX_TITLE) ?? otherwise.title,
    description: readTexts(form, 'description', MAX_DESCRIPTION) ?? otherwise.description,
    default: byDefault ?? (doubleOptIn ? 'off' : otherwise.default),
    channels: readChannels(form) ?? otherwise.channels,
    doubleOptIn,
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

function readChannels(form: Form): NewTopic['channels'] | undefined {
  const names = form.texts('channels');
  const path = joinPath(form.path, 'channels');
  const unknown = names?.find((name) => !TOPIC_CHANNEL_NAMES.some((channel) => channel === name));
  if (unknown !== undefined) {
    throw malformed(`${path} takes ${TOPIC_CHANNEL_NAMES.join(', ')}, not '${unknown.slice(0, 100)}'`);
  }
  if (names?.length === 0) {
    throw malformed(`${path} should name a channel; left out, it is all of them`);
  }
  return names && TOPIC_CHANNEL_NAMES.filter((channel) => names.includes(channel));
}

function readTexts(form: Form, field: string, maxLength: number): TopicTexts | undefined {
  const value = form.value(field);
  if (value === undefined) {
    return undefined;
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
