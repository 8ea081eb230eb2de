import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf, readHeaders } from '#platform/forms';
import { parsePublicHttpsUrl } from '#platform/net';
import { readDuration } from '#platform/spelling';
import { FEED_FORMATS, type FeedDefinition } from '../model/feed.types.js';
import { FEED_EVERY, FEED_FIELDS, MAX_URL_LENGTH } from './catalogs-reference.js';

/** Reads the feed of a catalog. @throws AppError malformed with the path of the fault */
export function readFeed(catalog: Form): FeedDefinition | undefined {
  if (!catalog.has('feed')) {
    return undefined;
  }
  const form = Form.read(catalog.value('feed'), joinPath(catalog.path, 'feed'), namesOf(FEED_FIELDS));
  const url = form.text('url');
  if (url.length > MAX_URL_LENGTH || !parsePublicHttpsUrl(url)) {
    throw malformed(`${joinPath(form.path, 'url')} should be an https address of the public internet`);
  }
  return {
    url,
    headers: readHeaders(form),
    everySeconds: readEvery(form),
    format: form.has('format') ? form.oneOf('format', FEED_FORMATS) : 'json',
    removesAbsent: form.flag('removesAbsent') ?? false,
    simulator: form.flag('simulator') ?? false,
  };
}

function readEvery(form: Form): number {
  const text = form.optionalText('every');
  const seconds = text === undefined ? FEED_EVERY.standardSeconds : readDuration(text);
  if (seconds === undefined || seconds < FEED_EVERY.leastSeconds || seconds > FEED_EVERY.mostSeconds) {
    throw malformed(`${joinPath(form.path, 'every')} should be a duration from ${FEED_EVERY.least} to 7d, such as 30m`);
  }
  return seconds;
}
