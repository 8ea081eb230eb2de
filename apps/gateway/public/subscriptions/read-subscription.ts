import type { Request } from 'express';
import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import { parseJson } from '../../http/body/parse-json.js';

/**
 * A form as a page sends it.
 *
 * @property language   a tag; null: the page did not say
 * @property isMachine  a field that no person sees is filled in
 */
export interface SubscriptionForm {
  app: string;
  email: string;
  topics: string[];
  language: string | null;
  isMachine: boolean;
}

/** Pages hide this field; programs that fill everything in give themselves away. */
const TRAP = '_gotcha';
const MAX_VALUES = 200;
const MAX_TOPICS = 50;
const MAX_TEXT = 255;
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Tests if a request has the body of an HTML form. */
export function isHtmlForm(request: Request): boolean {
  return request.is('application/x-www-form-urlencoded') !== false;
}

/**
 * Reads the body of a form: JSON, or as an HTML form sends it, with a field `topics` for each topic.
 *
 * @throws AppError missing_field, malformed with the field; not_json
 */
export async function readSubscription(request: Request, body: Buffer): Promise<SubscriptionForm> {
  const fields = isHtmlForm(request) ? readFields(body) : await parseJson(body, MAX_VALUES);
  if (!isJsonObject(fields)) {
    throw malformed('The body should be an object');
  }
  const { language } = fields;
  if (language !== undefined && language !== '' && !(typeof language === 'string' && TAG.test(language))) {
    throw malformed("Field 'language' should be a language tag, such as en or pt-BR");
  }
  return {
    app: readText(fields['app'], 'app'),
    email: readText(fields['email'], 'email'),
    topics: readTopics(fields['topics']),
    language: typeof language === 'string' && language !== '' ? language : null,
    isMachine: (fields[TRAP] ?? '') !== '',
  };
}

function readFields(body: Buffer): Record<string, unknown> {
  const form = new URLSearchParams(body.toString('utf8'));
  return { ...Object.fromEntries(form), topics: form.getAll('topics') };
}

function readTopics(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (list.length === 0) {
    throw missing('topics');
  }
  if (list.length > MAX_TOPICS) {
    throw malformed(`Field 'topics' should have at most ${MAX_TOPICS} entries`);
  }
  return list.map((topic, index) => readText(topic, `topics[${index}]`));
}

function readText(value: unknown, field: string): string {
  if (value === undefined || value === '') {
    throw missing(field);
  }
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0') || !value.isWellFormed()) {
    throw malformed(`Field '${field}' should be a text of at most ${MAX_TEXT} characters`);
  }
  return value;
}
