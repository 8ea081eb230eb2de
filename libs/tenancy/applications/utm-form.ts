import { malformed } from '#platform/errors';
import { type FileFields, Form, joinPath, namesOf, textField } from '#platform/forms';
import type { Utm } from '../model/tenancy.types.js';

const PATH = 'settings.utm';
const MAX_TEXT = 100;
/** Control characters, and half a pair of surrogates. */
const UNSEEN = /[\p{Cc}\p{Surrogate}]/u;

export const UTM_FIELDS = {
  source: textField('Value of `utm_source`', { max: MAX_TEXT, otherwise: 'the name of the application' }),
  medium: textField('Value of `utm_medium`', { max: MAX_TEXT, otherwise: '`email`' }),
} satisfies FileFields;

/** Reads `settings.utm`: true, false, or a map. @throws AppError malformed, naming the path of the fault */
export function readUtm(value: unknown): Utm | null {
  if (typeof value === 'boolean') {
    return value ? {} : null;
  }
  const form = Form.read(value, PATH, namesOf(UTM_FIELDS));
  const read = (name: keyof Utm): Utm => {
    const text = form.optionalText(name);
    if (text !== undefined && (text.length > MAX_TEXT || UNSEEN.test(text))) {
      throw malformed(`${joinPath(PATH, name)} should be a text of at most ${MAX_TEXT} characters that can be seen`);
    }
    return text === undefined ? {} : { [name]: text };
  };
  return { ...read('source'), ...read('medium') };
}

/** In the words of the audit log. */
export function describeUtm(utm: Utm | null): string {
  return utm === null
    ? 'off'
    : [`source ${utm.source ?? 'of the application'}`, `medium ${utm.medium ?? 'email'}`].join(', ');
}
