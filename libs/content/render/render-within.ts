import type { Rendered } from '../model/message.types.js';
import { RenderBudget, RenderTooLongError } from '../model/render-budget.js';

/**
 * Renders within the limit. A collection of garbage may fall into a render, so that only a second one that is too long
 * fails.
 *
 * @returns what `render` returns, or a failure that no repetition mends
 */
export function renderWithin<T>(
  render: (budget: RenderBudget) => T,
  createBudget = (): RenderBudget => new RenderBudget(),
): T | Extract<Rendered, { kind: 'failed' }> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return render(createBudget());
    } catch (error) {
      if (!(error instanceof RenderTooLongError)) {
        throw error;
      }
    }
  }
  return { kind: 'failed', reason: 'RENDER_TOO_LONG' };
}
