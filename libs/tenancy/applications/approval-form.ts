import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import type { Approval, ApprovalStep } from '../model/tenancy.types.js';
import { APPROVAL_FIELDS, MAX_STEPS, RANGES, STEP_FIELDS } from './settings-reference.js';

const PATH = 'settings.approval';

/**
 * Reads `settings.approval`: `true` and a map both take bulk sends of any size where they name no other. `self` and `keys`
 * stay as they are where they are left out.
 *
 * @throws AppError `malformed`, naming the path of the fault
 */
export function readApproval(value: unknown, now: Approval): Approval {
  if (typeof value === 'boolean') {
    return { isRequired: value, steps: [{ from: null, approvers: 1 }], self: now.self, keys: now.keys };
  }
  if (typeof value !== 'object') {
    throw malformed(`${PATH} should be true or false, or a map of from, approvers, self and keys`);
  }
  const form = Form.read(value, PATH, namesOf(APPROVAL_FIELDS));
  return {
    isRequired: true,
    steps: form.has('steps') ? readSteps(form) : [readStep(form)],
    self: form.flag('self') ?? now.self,
    keys: form.flag('keys') ?? now.keys,
  };
}

/** In the words of the audit log. */
export function describeApproval({ isRequired, steps, self, keys }: Approval): string {
  const parts = steps.map(({ from, approvers }) =>
    from === null
      ? `every bulk send needs ${approvalsOf(approvers)}`
      : `sends to more than ${from} ${from === 1 ? 'user' : 'users'} need ${approvalsOf(approvers)}`,
  );
  const by = self ? 'also by the author' : 'not by the author';
  return isRequired ? `${[...parts, by].join(', ')}${keys ? ', those of members also by keys' : ''}` : 'no send';
}

const approvalsOf = (approvers: number): string => `${approvers} ${approvers === 1 ? 'approval' : 'approvals'}`;

/** A step that asks for no more approvals than the one before it would only refuse what grows into it. */
function readSteps(form: Form): ApprovalStep[] {
  const path = joinPath(PATH, 'steps');
  const beside = namesOf(STEP_FIELDS).find((name) => form.has(name));
  if (beside !== undefined) {
    throw malformed(`${joinPath(PATH, beside)} stands in each of the steps where there are steps`);
  }
  const steps = Form.readList(form.value('steps'), path, namesOf(STEP_FIELDS)).map(readStep);
  if (steps.length === 0 || steps.length > MAX_STEPS) {
    throw malformed(`${path} should be a list of 1 to ${MAX_STEPS} steps`);
  }
  for (const [index, { from, approvers }] of steps.entries()) {
    const before = steps[index - 1];
    if (!before) {
      continue;
    }
    const place = joinPath(path, index);
    if (from === null) {
      throw malformed(`${place}.from is required: only the first step may be for sends of any size`);
    }
    if (from <= (before.from ?? 0)) {
      throw malformed(`${place}.from should be more than ${before.from ?? 0}, the users of the step before`);
    }
    if (approvers <= before.approvers) {
      throw malformed(
        `${place}.approvers should be more than ${before.approvers}, as many as the step before asks for`,
      );
    }
  }
  return steps;
}

function readStep(form: Form): ApprovalStep {
  return { from: form.int('from', RANGES.from) ?? null, approvers: form.int('approvers', RANGES.approvers) ?? 1 };
}
