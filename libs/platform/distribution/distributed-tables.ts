/**
 * Tables that grow with users and with what is sent to them, with the column by which Citus distributes them. Both kinds of
 * buckets are numbers below 1,024 of one type, so all these tables are co-located: a user's rows lie on one server. Every
 * other table stays on the coordinator: definitions, campaigns and their open work, segments, sums, the change feed.
 */
export const DISTRIBUTED_TABLES = {
  'users.app_user': 'vb',
  'users.installation': 'vb',
  'users.installation_home': 'vb',
  'users.installation_location': 'vb',
  'users.installation_past': 'vb',
  'users.alias': 'vb',
  'users.category_optout': 'vb',
  'users.topic_choice': 'vb',
  'users.opt_in_proof': 'vb',
  'users.consent_event': 'vb',
  'users.departed': 'vb',
  'users.search_entry': 'vb',
  'users.removal_survivor': 'vb',
  'users.token_lookup': 'bucket',
  'users.contact_lookup': 'bucket',
  'events.event': 'vb',
  'events.item_mention': 'vb',
  'events.message_id': 'vb',
  'inbox.message': 'vb',
  'delivery.push_result': 'vb',
  'delivery.click': 'vb',
  'delivery.open': 'vb',
  'delivery.receipt': 'vb',
  'delivery.provider_receipt': 'vb',
  'delivery.machine_fetch': 'vb',
} as const;

export type DistributedTable = keyof typeof DISTRIBUTED_TABLES;

/** Small tables that conditions on users read row by row: each worker has a copy of them. */
export const REFERENCE_TABLES = ['users.removal'] as const;
