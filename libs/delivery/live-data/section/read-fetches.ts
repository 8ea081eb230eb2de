import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { parsePublicHttpsUrl } from '#platform/net';
import { readDuration } from '#platform/spelling';
import { FAILURE_FATES, LIVE_SCOPES, type LiveScope, type LiveSource } from '../live-source.types.js';
import { hasFixedHost, listUrlNames, toSampleUrl } from '../live-url.js';
import {
  DEFAULT_PER_SECOND,
  FETCH_FIELDS,
  FETCH_NAME,
  MAX_FETCHES,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_URL_LENGTH,
  MOST_CACHE_SECONDS,
  PER_SECOND,
  TIMEOUT_SECONDS,
} from './fetches-reference.js';

/** A source as a file has it. @property headers  undefined: stored ones stay */
export interface WrittenFetch extends Omit<LiveSource, 'sourceId' | 'appId' | 'headerNames' | 'sealed'> {
  headers: Record<string, string> | undefined;
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Printable; a line break would begin another header. */
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** Headers that belong to the connection, or that Herald sets. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** @throws AppError malformed, with the path of the fault */
export function readFetches(value: unknown, path: string): Map<string, WrittenFetch> {
  const fetches = new Map<string, WrittenFetch>();
  const forms = Form.readList(value, path, namesOf(FETCH_FIELDS));
  if (forms.length > MAX_FETCHES) {
    throw malformed(`${path} holds more than ${MAX_FETCHES} fetches`);
  }
  for (const form of forms) {
    const read = readFetch(form);
    if (fetches.has(read.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${read.name} is listed twice`);
    }
    fetches.set(read.name, read);
  }
  return fetches;
}

function readFetch(form: Form): WrittenFetch {
  const name = form.text('name');
  if (!FETCH_NAME.test(name)) {
    throw malformed(`${joinPath(form.path, 'name')} should be letters, digits and _, at most 64`);
  }
  const per = form.has('per') ? form.oneOf('per', LIVE_SCOPES) : 'campaign';
  return {
    name,
    url: readUrl(form, per),
    simulator: form.flag('simulator') ?? false,
    headers: readHeaders(form),
    per,
    cacheMs: 1000 * readSeconds(form, 'cache', MOST_CACHE_SECONDS, 0),
    timeoutMs: 1000 * readSeconds(form, 'timeout', TIMEOUT_SECONDS.most, TIMEOUT_SECONDS.standard),
    onFailure: form.has('onFailure') ? form.oneOf('onFailure', FAILURE_FATES) : 'skip',
    perSecond: form.int('perSecond', PER_SECOND) ?? DEFAULT_PER_SECOND,
  };
}

function readUrl(form: Form, per: LiveScope): string {
  const [url, path] = [form.text('url'), joinPath(form.path, 'url')];
  if (url.length > MAX_URL_LENGTH || !hasFixedHost(url) || !parsePublicHttpsUrl(toSampleUrl(url))) {
    throw malformed(
      `${path} should be an https address of the public internet, with placeholders behind its host alone`,
    );
  }
  if (per === 'campaign' && listUrlNames(url).length > 0) {
    throw malformed(`${path} has a placeholder, and is not fetched per: person`);
  }
  return url;
}

function readHeaders(form: Form): Record<string, string> | undefined {
  const value = form.value('headers');
  if (value === undefined) {
    return undefined;
  }
  const path = joinPath(form.path, 'headers');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(`${path} should be a map`);
  }
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MAX_HEADERS) {
    throw malformed(`${path} holds more than ${MAX_HEADERS} headers`);
  }
  const headers: Record<string, string> = {};
  for (const [name, text] of entries) {
    const lowered = name.toLowerCase();
    if (!HEADER_NAME.test(name) || OWN_HEADERS.has(lowered) || Object.hasOwn(headers, lowered)) {
      throw malformed(`${path} has a name that no request may have there, or has it twice`);
    }
    if (typeof text !== 'string' || text.length > MAX_HEADER_LENGTH || !HEADER_VALUE.test(text)) {
      throw malformed(
        `${joinPath(path, lowered)} should be a printable text of at most ${MAX_HEADER_LENGTH} characters`,
      );
    }
    headers[lowered] = text;
  }
  return headers;
}

function readSeconds(form: Form, name: 'cache' | 'timeout', longest: number, absent: number): number {
  const text = form.optionalText(name);
  const seconds = text === undefined ? absent : readDuration(text);
  if (seconds === undefined || seconds > longest) {
    throw malformed(`${joinPath(form.path, name)} should be a duration up to ${longest}s, such as 2s or 10m`);
  }
  return seconds;
}
