import type { Kind, WrittenStep } from './written-journey.js';

/** A new step that says as much as can be known. @param ids  those of the journey */
export function freshStep(kind: Kind, ids: readonly string[]): WrittenStep {
  const id = freshId(kind, ids);
  switch (kind) {
    case 'send':
      return { send: { id, message: '' } };
    case 'wait':
      return { wait: { id, for: '1d' } };
    case 'waitFor':
      return { waitFor: { id, event: '', atMost: '1d' } };
    case 'branch':
      return { branch: { id } };
    case 'split':
      return { split: { id, by: { a: '50%', b: '50%' } } };
    case 'set':
      return { set: { id } };
    case 'webhook':
      return { webhook: { id, hook: '' } };
    case 'batch':
      return { batch: { id, for: '10m' } };
    case 'throttle':
      return { throttle: { id, most: 100 } };
    case 'goto':
      return { goto: ids[0] ?? '' };
    case 'exit':
      return { exit: id };
  }
}

function freshId(kind: Kind, ids: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? kind : `${kind}${n}`;
    if (!ids.includes(id)) {
      return id;
    }
  }
}
