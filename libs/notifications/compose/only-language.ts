import type { Message } from '#libs/content';
import { malformed } from '#platform/errors';

/**
 * A message in one language, whoever gets it.
 *
 * @param language  a name of `message.languages`, empty for the texts of the message itself; absent: each person's own
 * @throws AppError malformed for a language that the message does not have
 */
export function inOnlyLanguage(message: Message, language: string | undefined): Message {
  if (language === undefined) {
    return message;
  }
  if (language !== '' && !Object.hasOwn(message.languages ?? {}, language)) {
    throw malformed(`Field 'language': the message has no part for '${language.slice(0, 80)}'`);
  }
  return { ...message, onlyLanguage: language };
}
