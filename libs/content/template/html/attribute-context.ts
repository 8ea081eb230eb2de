/**
 * The context of a placeholder in an HTML template, which decides how its value is escaped: `text` in text or a quoted
 * attribute; `bare` in an unquoted attribute; `link` at the start of a URL; `inLink` further on in a URL; `code` in a
 * script, style, comment or event handler; `name` in the name of a tag or attribute.
 */
export type HtmlContext = 'text' | 'bare' | 'link' | 'inLink' | 'code' | 'name';

/** Attributes whose value is a URL (HTML, "List of attributes"). */
const URL_ATTRIBUTES = new Set([
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'href',
  'ping',
  'poster',
  'src',
  'srcset',
  'xlink:href',
]);

/**
 * Finds the context of a value in an attribute.
 *
 * @param tag, attribute      names in lower case
 * @param options.isStart     nothing stands before it in the attribute
 * @param options.isQuoted    the attribute has quotes around it
 */
export function contextOfValue(
  tag: string,
  attribute: string,
  { isStart, isQuoted }: { isStart: boolean; isQuoted: boolean },
): HtmlContext {
  if (attribute.startsWith('on') || attribute === 'style' || attribute === 'srcdoc') {
    return 'code';
  }
  // `<meta http-equiv="refresh">` leads on to an address in its content, and may say so after it.
  if (tag === 'meta' && attribute === 'content') {
    return 'code';
  }
  if (URL_ATTRIBUTES.has(attribute)) {
    return isStart ? 'link' : 'inLink';
  }
  return isQuoted ? 'text' : 'bare';
}
