import { BAD_REGISTRATION, verdictOf, type Verdict } from './provider-answers.js';

/**
 * Reads an error of FCM v1 (google.rpc.Status as JSON).
 *
 * INVALID_ARGUMENT comes for a bad token and for a bad message alike. It is the token's fault only when the answer
 * carries an FcmError, names no field but the token, and speaks of the registration: a message that is too big carries
 * an FcmError too, and no token may die for it.
 */
export function readFcmAnswer(status: number, body: string): { code: string; verdict: Verdict } {
  const error = propertyOf(parse(body), 'error');
  const details = arrayIn(error, 'details');
  const code = details.map((each) => textIn(each, 'errorCode')).find((each) => each !== '') ?? textIn(error, 'status');
  const fields = details.flatMap((each) => arrayIn(each, 'fieldViolations')).map((each) => textIn(each, 'field'));
  const blamesToken =
    code === 'INVALID_ARGUMENT' &&
    details.some((each) => textIn(each, '@type').endsWith('FcmError')) &&
    fields.every((field) => field === 'message.token') &&
    /registration|token/i.test(textIn(error, 'message'));
  return {
    code: code === '' ? String(status) : code,
    verdict: verdictOf('fcm', status, blamesToken ? BAD_REGISTRATION : code),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function arrayIn(value: unknown, name: string): unknown[] {
  const found = propertyOf(value, name);
  return Array.isArray(found) ? found : [];
}

function textIn(value: unknown, name: string): string {
  const found = propertyOf(value, name);
  return typeof found === 'string' ? found : '';
}
