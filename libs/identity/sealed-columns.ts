import { SEALED_FEED_HEADERS } from '#libs/catalogs';
import { SEALED_DELIVERY_COLUMNS } from '#libs/delivery';
import { SEALED_CREDENTIALS, SEALED_IDENTITY_KEYS } from '#libs/tenancy';
import { SEALED_ATTRIBUTE_KEYS } from '#libs/users/profiles';
import { SEALED_IMPORTS } from '#libs/users/imports';
import { SEALED_ANSWERS } from '#platform/idempotency';
import type { SealedColumn } from '#platform/resealing';
import { SEALED_ERASURE_LISTS } from './lists/erasure-list.repository.js';
import { SEALED_SALTS } from './salt.service.js';

/** The columns that stay for good. These tables are small. */
export const LASTING_SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_CREDENTIALS,
  SEALED_IDENTITY_KEYS,
  ...SEALED_DELIVERY_COLUMNS,
  SEALED_FEED_HEADERS,
  SEALED_SALTS,
  SEALED_ATTRIBUTE_KEYS,
];

/** Every place where something is sealed with the master key. No lower module sees them all. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...LASTING_SEALED_COLUMNS,
  SEALED_IMPORTS,
  SEALED_ERASURE_LISTS,
  SEALED_ANSWERS,
];
