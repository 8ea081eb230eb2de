import type { MachineCounts } from './reporting.types.js';

/** Counts of machines as answers show them: where there is none they stay as published clients know them. */
export function toMachineCounts({ machineOpened, machineClicked }: Required<MachineCounts>): MachineCounts {
  return machineOpened + machineClicked > 0 ? { machineOpened, machineClicked } : {};
}
