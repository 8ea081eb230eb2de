import type { ApprovalNeed, DispatchRequest } from '../model/delivery.types.js';
import type { Occurrence, Series } from '../model/series.types.js';

/**
 * The sends of one run, one for each content.
 *
 * @param hold  the approval that they wait for; null: none
 */
export function toRun(
  { appId, notificationKey, request, rule, runs }: Series,
  { wall, dueAt }: Occurrence,
  hold: ApprovalNeed | null,
): [DispatchRequest, ...DispatchRequest[]] {
  const { target, speed, contents = [] } = request;
  const { zone, timeZone, notWithinDays } = rule;
  const toSend = ({ message, options: given }: Pick<DispatchRequest, 'message' | 'options'>): DispatchRequest => {
    // Parts of the first run, and a draw that would choose the same users each time, stay there.
    const {
      startTime: _start,
      approval: _approval,
      draw: _draw,
      localTime: _time,
      series: _series,
      ...options
    } = given;
    return {
      appId,
      notificationKey,
      lane: 'bulk',
      message,
      target,
      options: {
        ...options,
        ...(zone === 'user' && { localTime: wall, timeZone }),
        series: { run: runs + 1, wall, ...(notWithinDays !== undefined && { notWithinDays }) },
        ...(hold && { startTime: dueAt.toISOString(), approval: hold }),
      },
      dueAt: hold ? null : dueAt,
      ...(speed && { speed }),
    };
  };
  const [first = request, ...others] = contents;
  return [toSend(first), ...others.map(toSend)];
}

/** Gives the sends of a run their ids, and each content its place. */
export function placeRun(
  sends: readonly DispatchRequest[],
  dispatchIds: readonly number[],
): { dispatchId: number; send: DispatchRequest }[] {
  const [leadId] = dispatchIds;
  return sends.map((send, content) => {
    const dispatchId = dispatchIds[content];
    if (dispatchId === undefined || leadId === undefined) {
      throw new RangeError(`A run of ${sends.length} contents has ${dispatchIds.length} ids`);
    }
    return { dispatchId, send: sends.length > 1 ? { ...send, content, leadId } : send };
  });
}
