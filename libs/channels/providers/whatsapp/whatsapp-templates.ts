import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import { USER_AGENT } from '#platform/release';
import type { ProviderTemplate } from '../../provider/provider.types.js';
import type { Account } from '../../sender/channels.types.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import { openHttp1Pool } from '../../transport/http1-pool.js';
import type { WhatsAppCredentials } from './whatsapp-credentials.js';
import { GRAPH_ORIGIN } from './whatsapp-protocol.js';

const FIELDS = 'name,language,status,category,components';
const PAGE_SIZE = 200;
/** An account may have 6000 templates (Meta, "Template limits"). */
const MAX_PAGES = 40;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * All templates of a business account (Meta, "Business Management API: message_templates"), page by page.
 *
 * @throws Error when Meta does not answer with a list
 */
export async function listWhatsAppTemplates({
  credentials,
  origin,
}: Account<'whatsapp', WhatsAppCredentials>): Promise<ProviderTemplate[]> {
  const { apiVersion, businessAccountId, accessToken } = credentials;
  const place = origin ? `https://${origin.host}:${origin.port}` : GRAPH_ORIGIN;
  const pool = openHttp1Pool(
    place,
    { ...CHECK_LIMITS, inFlight: 1 },
    MAX_RESPONSE_BYTES,
    origin ? { ca: origin.ca } : {},
  );
  const templates: ProviderTemplate[] = [];
  try {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ fields: FIELDS, limit: String(PAGE_SIZE), ...(after && { after }) });
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/${apiVersion}/${businessAccountId}/message_templates?${query.toString()}`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': USER_AGENT },
        signal: AbortSignal.timeout(CHECK_LIMITS.deadlineMs),
      });
      const answer = toJsonObject(parseJson(await body.text()));
      if (statusCode !== 200 || !Array.isArray(answer['data'])) {
        throw new Error(`Meta lists no templates: it answers ${statusCode}`);
      }
      templates.push(...(answer['data'] as unknown[]).flatMap(readTemplate));
      const { next, cursors } = toJsonObject(answer['paging']);
      const cursor = toJsonObject(cursors)['after'];
      if (typeof next !== 'string' || typeof cursor !== 'string') {
        return templates;
      }
      after = cursor;
    }
    return templates;
  } finally {
    await pool.close();
  }
}

function readTemplate(entry: unknown): ProviderTemplate[] {
  const { name, language, status, category, components } = toJsonObject(entry);
  return typeof name === 'string' && typeof language === 'string' && typeof status === 'string'
    ? [
        {
          name,
          language,
          status,
          category: typeof category === 'string' ? category : '',
          components: Array.isArray(components) ? components.filter(isJsonObject) : [],
        },
      ]
    : [];
}
