import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';
import { withProof } from '../passkey.js';

export type ErasureReceipt = components['schemas']['ErasedListReceiptDto'];
type ErasureList = components['schemas']['ErasureListDto'];

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/erasures`;

/** Of every page of receipts: a new one reads them again. */
export const erasureKey = (app: string) => [app, 'erasures'] as const;

/** @param extId  only receipts that name it */
export const erasures = (app: string, search: { after?: string | undefined; extId?: string | undefined }) =>
  queryOptions({
    queryKey: [...erasureKey(app), search],
    queryFn: ({ signal }) => read<ErasureList>(pathOf(app), { ...search }, signal),
    placeholderData: keepPreviousData,
  });

/** Erases people. @param receiptId  of the parts of the list before @param confirm  as it was typed */
export function erasePart(
  app: string,
  part: { extIds: readonly string[]; receiptId?: string | undefined; confirm: string },
): Promise<ErasureReceipt> {
  return withProof(() => write(pathOf(app), part));
}
