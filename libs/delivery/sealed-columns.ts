import type { SealedColumn } from '#platform/resealing';
import { SEALED_LIVE_HEADERS } from '#libs/delivery/live-data';
import { SEALED_WEBHOOK_SECRETS } from '#libs/delivery/webhooks';

/** The columns of this module that stay for good. */
export const SEALED_DELIVERY_COLUMNS: readonly SealedColumn[] = [...SEALED_WEBHOOK_SECRETS, SEALED_LIVE_HEADERS];
