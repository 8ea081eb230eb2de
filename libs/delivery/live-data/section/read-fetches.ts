import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf, readHeaders } from '#platform/forms';
import { parsePublicHttpsUrl } from '#platform/net';
import { readDuration } from '#platform/spelling';
import { FAILURE_FATES, LIVE_SCOPES, type LiveScope, type LiveSource } from '../live-source.types.js';
import { hasFixedHost, listUrlNames, toSampleUrl } from '../live-url.js';
import {
  DEFAULT_PER_SECOND,
  FETCH_FIELDS,
  FETCH_NAME,
  MAX_FETCHES,
  MAX_URL_LENGTH,
  MOST_CACHE_SECONDS,
  PER_SECOND,
  TIMEOUT_SECONDS,
} from './fetches-reference.js';

/** A source as a file has it. @property headers  undefined: stored ones stay */
export interface WrittenFetch extends Omit<LiveSource, 'sourceId' | 'appId' | 'headerNames' | 'sealed'> {
  headers: Record<string, string> | undefined;
}

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

function readSeconds(form: Form, name: 'cache' | 'timeout', longest: number, absent: number): number {
  const text = form.optionalText(name);
  const seconds = text === undefined ? absent : readDuration(text);
  if (seconds === undefined || seconds > longest) {
    throw malformed(`${joinPath(form.path, name)} should be a duration up to ${longest}s, such as 2s or 10m`);
  }
  return seconds;
}
