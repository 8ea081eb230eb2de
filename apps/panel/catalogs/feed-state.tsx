import type { Catalog } from '../api/catalogs/catalogs.js';
import { useI18n } from '../i18n/i18n.js';
import { Badge } from '../kit/layout/badge.js';
import { useCatalogMessages } from './messages.js';

/** The outcome of the last call of a feed. */
export function FeedState({ feed }: Pick<Catalog, 'feed'>) {
  const { f } = useI18n();
  const messages = useCatalogMessages();
  if (feed === null) {
    return messages.noFeed;
  }
  if (feed.error !== null) {
    return <Badge tone="failed">{messages.feedFailed(feed.error)}</Badge>;
  }
  return feed.succeededAt === null ? (
    <Badge tone="waiting">{messages.feedWaits}</Badge>
  ) : (
    <Badge tone="sent">{messages.feedGood(f.moment(feed.succeededAt))}</Badge>
  );
}
