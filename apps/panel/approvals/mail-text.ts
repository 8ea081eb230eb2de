/** Says if a stored text is the HTML of a mail, or a part of it. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z!][^>]*>/i.test(text);
}

/**
 * Visible text of the HTML of a mail. The HTML may be incomplete: a tag that is cut off is dropped too.
 *
 * @param json  as it is stored, perhaps with `…` where something is left out
 */
export function textOfHtml(json: string): string {
  return json
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["\\/])/g, '$1')
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^[^<>]*>/, '… ')
    .replace(/<[^<>]*$/, ' …')
    .replace(/\s+/g, ' ')
    .replace(/^"\s*|\s*"$/g, '')
    .trim();
}
