import { BAD_REGISTRATION, classifyAnswer, type AnswerMeaning } from '../sender/provider-answers.js';

/**
 * Reads an error of FCM v1 (google.rpc.Status as JSON).
 *
 * INVALID_ARGUMENT comes for a bad token and for a bad message alike. It is the token's fault only when the answer
 * carries an FcmError, names no field but the token, and speaks of the registration: a message that is too big carries
 * an FcmError too, and no token may die for it.
 */
export function readFcmAnswer(status: number, body: string): { code: string; verdict: AnswerMeaning } {
  const error = readProperty(parse(body), 'error');
  const details = readArray(error, 'details');
  const code =
    details.map((detail) => readText(detail, 'errorCode')).find((errorCode) => errorCode !== '') ??
    readText(error, 'status');
  const fields = details
    .flatMap((detail) => readArray(detail, 'fieldViolations'))
    .map((violation) => readText(violation, 'field'));
  const blamesToken =
    code === 'INVALID_ARGUMENT' &&
    details.some((detail) => readText(detail, '@type').endsWith('FcmError')) &&
    fields.every((field) => field === 'message.token') &&
    /registration|token/i.test(readText(error, 'message'));
  return {
    code: code === '' ? String(status) : code,
    verdict: classifyAnswer('fcm', status, blamesToken ? BAD_REGISTRATION : code),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readArray(value: unknown, name: string): unknown[] {
  const property = readProperty(value, name);
  return Array.isArray(property) ? property : [];
}

function readText(value: unknown, name: string): string {
  const property = readProperty(value, name);
  return typeof property === 'string' ? property : '';
}
