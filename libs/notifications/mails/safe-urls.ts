import { malformed } from '#platform/errors';

/** The beginnings of links that a mail may open. A placeholder at its start is checked when it has its value. */
const LINK = /^(?:https?:\/\/|mailto:|tel:|@\{)/i;
const PICTURE = /^(?:https?:\/\/|@\{)/i;

/** @returns the link without spaces around it; empty: there is none. @throws AppError malformed */
export function requireMailLink(link: string, path: string): string {
  return requireForm(link, LINK, `Field '${path}' should begin with https://, http://, mailto: or tel:`);
}

/** @returns as `requireMailLink`. @throws AppError malformed */
export function requirePictureUrl(url: string, path: string): string {
  return requireForm(url, PICTURE, `Field '${path}' should begin with https:// or http://`);
}

function requireForm(url: string, form: RegExp, refusal: string): string {
  const trimmed = url.trim();
  if (trimmed !== '' && !form.test(trimmed)) {
    throw malformed(refusal);
  }
  return trimmed;
}
