import type { TemplateSettings } from '#libs/content';
import type { TemplateLanguage } from '#libs/templates';
import type { Statements } from '#platform/db';
import { findBlocks } from './block.sql.js';
import { findNewest } from './find-newest.js';

/**
 * The language of a request, and the blocks that its texts may render.
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
  return { language, blocks: language === 'liquid' ? findNewest(await findBlocks(on, appId)) : new Map() };
}
