import { findCatalogNames } from '#libs/catalogs';
import type { TemplateSettings } from '#libs/content';
import { findLiveScopes } from '#libs/delivery/live-data';
import type { TemplateLanguage } from '#libs/templates';
import type { Statements } from '#platform/db';
import { findBlocks } from './block.sql.js';
import { findNewest } from './find-newest.js';

/**
 * The language of a request, and the blocks, catalogs and live data that its texts may read.
 *
 * @param fallback  the language of requests that name none
 */
export async function findTemplateSettings(
  on: Statements,
  appId: number,
  { templates }: { templates?: TemplateLanguage },
  fallback: TemplateLanguage,
): Promise<TemplateSettings> {
  const language = templates ?? fallback;
  if (language !== 'liquid') {
    return { language, blocks: new Map(), fetches: new Map() };
  }
  return {
    language,
    blocks: findNewest(await findBlocks(on, appId)),
    fetches: await findLiveScopes(on, appId),
    catalogs: await findCatalogNames(on, appId),
  };
}
