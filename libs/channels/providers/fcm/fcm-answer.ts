import { isJsonObject, parseJson } from '#platform/collections';
import type { AnswerMeaning } from '../../sender/answer-table.js';
import { BAD_REGISTRATION, FCM_ANSWERS } from './fcm-answers.js';

/**
 * Reads an error of FCM v1 (google.rpc.Status as JSON).
 *
 * INVALID_ARGUMENT comes for a bad token and for a bad message. The token is at fault only when three things hold: the answer
 * has an FcmError, it names no field but the token, and its text speaks of the registration. A message that is too big has an
 * FcmError too, and its token must stay.
 */
export function readFcmAnswer(status: number, body: string): { code: string; meaning: AnswerMeaning } {
  const error = readProperty(parseJson(body), 'error');
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
    meaning: FCM_ANSWERS.classify(status, blamesToken ? BAD_REGISTRATION : code),
  };
}

function readProperty(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

function readArray(value: unknown, name: string): unknown[] {
  const property = readProperty(value, name);
  return Array.isArray(property) ? property : [];
}

function readText(value: unknown, name: string): string {
  const property = readProperty(value, name);
  return typeof property === 'string' ? property : '';
}
