import type { ErasureReceipt } from '../api/users/erasures.js';
import { download } from '../widgets/download.js';

/** The receipt as a file: when it was, how many were asked for, and what went. */
export function saveReceipt(application: string, receipt: ErasureReceipt): void {
  const text = JSON.stringify({ application, ...receipt }, null, 2);
  download(new Blob([text], { type: 'application/json' }), `erasure-${receipt.receiptId}.json`);
}
