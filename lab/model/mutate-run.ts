import type { Moment } from './accept-trace.js';

/** Mutations that a broken protocol would show. Each gives undefined where a trace has nothing to break. */
export const RUN_MUTATIONS: Record<string, (moments: readonly Moment[]) => Moment[] | undefined> = {
  'work without a claim': (moments) => without(moments, (fact) => fact === 'claim'),
  'a message before its ids are stored': (moments) => {
    const number = /\d+/.exec(first(moments, 'accepted') ?? '')?.[0];
    return number === undefined ? undefined : without(moments, (fact) => fact === `in flight ${number}`);
  },
  'a second copy at once': (moments) => repeat(moments, 'accepted'),
  'ids of a dead worker that nobody lists': (moments) => without(moments, (fact) => fact.startsWith('listed')),
  'a success without a message': (moments) => {
    const number = /\d+/.exec(first(moments, 'success') ?? '')?.[0];
    return number === undefined ? undefined : without(moments, (fact) => fact === `accepted ${number}`);
  },
  'a second record': (moments) => repeat(moments, 'success'),
  'an end before the last record': (moments) => {
    const rest = moments.filter((moment) => !moment.includes('finished'));
    const last = rest.findLastIndex((moment) => moment.some((fact) => /^(?:success|failed|skipped)/.test(fact)));
    return rest.length < moments.length && last >= 0 ? rest.toSpliced(last, 0, ['finished']) : undefined;
  },
  'a batch that begins after a pause': (moments) => {
    const place = moments.findLastIndex((moment) => moment.some((fact) => fact.startsWith('in flight')));
    return place < 0 ? undefined : moments.toSpliced(place, 0, ['pause']);
  },
  'a claim while another worker has messages on their way': (moments) => {
    const place = moments.findIndex(
      (moment, index) => moment.includes('lapse') && /^(?:in flight|accepted)/.test(moments[index - 1]?.[0] ?? ''),
    );
    return place < 0 ? undefined : moments.toSpliced(place, 1);
  },
  'a retry that nobody takes': (moments) => without(moments, (fact) => fact.startsWith('taken')),
};

function first(moments: readonly Moment[], name: string): string | undefined {
  return moments.flat().find((fact) => fact.startsWith(name));
}

/** @returns undefined when there is nothing to leave out */
function without(moments: readonly Moment[], isGone: (fact: string) => boolean): Moment[] | undefined {
  const rest = moments.map((moment) => moment.filter((fact) => !isGone(fact))).filter((moment) => moment.length > 0);
  return rest.flat().length < moments.flat().length ? rest : undefined;
}

function repeat(moments: readonly Moment[], name: string): Moment[] | undefined {
  const place = moments.findIndex((moment) => moment.some((fact) => fact.startsWith(name)));
  const again = moments[place]?.filter((fact) => fact.startsWith(name));
  return again && moments.toSpliced(place + 1, 0, again);
}
