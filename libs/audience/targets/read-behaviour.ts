import type { EventTarget, SeenTarget, Where, Window } from './behaviour.types.js';
import {
  PRODUCT_ACTIONS,
  type EventClauseDto,
  type ProductClauseDto,
  type SeenDto,
  type AttributeTestDto,
} from './behaviour.dto.js';
import { toEndInstant, toInstant, toSpanMs } from './conditions/times.js';

/** Users who fired an event, or did not. */
export function eventTarget(clause: EventClauseDto): EventTarget {
  const where = [...(clause.where ?? [])].map(([attribute, test]) => toWhere(attribute, test));
  return { type: 'event', name: clause.name, ...timesOf(clause), where };
}

/** Users who fired a built-in event of products, or did not. */
export function productTarget(clause: ProductClauseDto): EventTarget {
  const tests: [attribute: string, test: AttributeTestDto | undefined][] = [
    ['productId', clause.productId],
    ['productName', clause.productName],
    ['brand', clause.brand],
    ['variant', clause.variant],
    ['categoryIds', clause.categoryId],
    ['categoryNames', clause.categoryName],
    ['price', clause.price],
    ['currency', clause.currency],
  ];
  const where = tests.flatMap(([attribute, test]) => (test ? [toWhere(attribute, test)] : []));
  return { type: 'event', name: PRODUCT_ACTIONS[clause.action] ?? clause.action, ...timesOf(clause), where };
}

/** Users who were first or last seen in a window, or outside it. */
export function seenTarget(seen: SeenDto, which: 'first' | 'last'): SeenTarget {
  return { type: 'seen', which, inside: seen.not !== true, window: toWindow(seen) };
}

type Times = Pick<EventClauseDto, 'atLeast' | 'not' | 'within' | 'from' | 'to'>;

function timesOf(clause: Times): Pick<EventTarget, 'did' | 'atLeast' | 'window'> {
  return { did: clause.not !== true, atLeast: clause.atLeast ?? 1, window: toWindow(clause) };
}

function toWindow(times: Pick<Times, 'within' | 'from' | 'to'>): Window {
  const [within, from, to] = [toSpanMs(times.within), toInstant(times.from), toEndInstant(times.to)];
  return {
    ...(within !== undefined && { within }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function toWhere(attribute: string, { values, exists, atLeast, atMost }: AttributeTestDto): Where {
  if (values !== undefined) {
    return { attribute, is: values };
  }
  return exists === undefined ? { attribute, least: atLeast ?? null, most: atMost ?? null } : { attribute, exists };
}
