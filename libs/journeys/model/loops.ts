import type { Step } from './journey.types.js';
import { compileProgram } from './program.js';

/** Finds a step that a person could come back to without any wait; undefined: there is none. */
export function findEndlessLoop(steps: readonly Step[]): string | undefined {
  const { nodes } = compileProgram({ steps: [...steps] }, 0);
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (id: string | null): string | undefined => {
    const node = nodes.get(id ?? '');
    if (id === null || !node || done.has(id) || isPause(node.step)) {
      return undefined;
    }
    if (open.has(id)) {
      return id;
    }
    open.add(id);
    const found = [node.next, ...node.ways.values()].map(visit).find((loop) => loop !== undefined);
    open.delete(id);
    done.add(id);
    return found;
  };
  return [...nodes.keys()].map(visit).find((loop) => loop !== undefined);
}

/** Tests if all people wait there: a time of the person may be past. */
function isPause(step: Step): boolean {
  return step.kind === 'waitFor' || step.kind === 'batch' || (step.kind === 'wait' && !('until' in step));
}
