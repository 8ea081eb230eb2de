import type { ItemBatch } from '#libs/catalogs';
import { renderWithin, type Rendered, type RenderPlan, type RenderRecipient } from '#libs/content';

/** Renders a message for several recipients, with the items that its templates look up, and without links. */
export async function renderRecipients<R extends RenderRecipient>(
  plan: RenderPlan,
  recipients: readonly R[],
  items: ItemBatch,
): Promise<Map<R, Rendered>> {
  if (plan.readsItems) {
    await items.open();
  }
  return items.renderAll<R, Rendered>(
    recipients,
    (recipient) => renderWithin((budget) => plan.render(plan.readsItems ? { ...recipient, items } : recipient, budget)),
    () => ({ kind: 'failed', reason: 'RENDER_TOO_LONG' }),
  );
}
