import type { AttributeValue } from './attribute.types.js';

/**
 * Values by attribute id as the JSON that `attrs` takes. Why not an object: keys that are numbers from 1000 on would make
 * it an array of thousands of slots, eight kilobytes of garbage for each user of a batch.
 */
export function toAttrsJson(attrs: ReadonlyMap<number, AttributeValue | null>): string {
  let json = '';
  for (const [id, value] of attrs) {
    json += `${json === '' ? '' : ','}"${id}":${JSON.stringify(value)}`;
  }
  return `{${json}}`;
}
