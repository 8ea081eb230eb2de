import { toJsonObject } from '#platform/collections';
import { HTTP_API_SIMULATORS } from '../apis/registry.js';
import type { Delivery } from '../server/delivery-log.js';
import { isHttpApi } from '../server/providers.js';
import { textOf } from '../shown/clip.js';

/** The HTML of a mail, as it was sent; undefined for everything else. */
export function htmlOf({ provider, payload }: Delivery): string | undefined {
  const fields = toJsonObject(payload);
  const content = isHttpApi(provider) ? HTTP_API_SIMULATORS[provider].show(fields) : fields;
  return 'html' in content ? textOf(content.html) : undefined;
}
