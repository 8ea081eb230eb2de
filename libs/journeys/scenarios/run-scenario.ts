import { DescribedPersonJudge } from '#libs/audience';
import { Stretch } from '#platform/async';
import { malformed } from '#platform/errors';
import { keyOf } from '../entering/entry-key.js';
import { PersonRun, type RunObserver } from '../clock/person-run.js';
import { listAudienceMoments, listDateMoments } from '../clock/due-moments.js';
import type { Journey } from '../model/journey.types.js';
import { SEGMENT_CHANGE_NAMES, segmentChangeOf } from '../model/matching.js';
import { compileProgram, listMessages } from '../model/program.js';
import { originOf, toParams } from '../model/visit-params.js';
import { withArms } from './chosen-arms.js';
import { compareScenario } from './compare-scenario.js';
import { EntryPlaces } from './entry-places.js';
import { PersonState } from './person-state.js';
import { SentMessages } from './sent-messages.js';
import type { Place, Scenario, ScenarioEvent, ScenarioMoment, ScenarioResult } from './scenario.types.js';

/** In the place of the id by which the engine draws arms of splits. */
const JOURNEY_ID = 1;
const [JOINED, LEFT, ENTERED] = ['SegmentJoined', 'SegmentLeft', 'JourneyEntered'];

/** The largest outcome: one with more moments is in a loop, or far too long to read. @property characters  of all texts */
export interface ScenarioBounds {
  moments: number;
  characters: number;
}
const BOUNDS: ScenarioBounds = { moments: 200_000, characters: 100_000_000 };

/**
 * Runs a scenario on a clock of its own. It gives way between steps and messages, because it may have thousands.
 *
 * @throws AppError malformed for a scenario beyond its bounds
 */
export async function runScenario(scenario: Scenario, bounds = BOUNDS): Promise<ScenarioResult> {
  return new ScenarioRun(scenario, bounds).finish();
}

interface Runner {
  state: PersonState;
  run: PersonRun;
}

class ScenarioRun {
  private readonly moments: ScenarioMoment[] = [];
  private readonly messages: SentMessages;
  private readonly runners = new Map<string, Runner>();
  private readonly journey: Journey;
  private readonly places: EntryPlaces;
  /** Nodes of people at the times that the scenario asks for. */
  private readonly seen: Place[][] = [];
  private readonly stretch = new Stretch();

  constructor(
    private readonly scenario: Scenario,
    private readonly bounds: ScenarioBounds,
  ) {
    const { application, people } = scenario;
    const written = application.journeys.get(scenario.journey);
    if (!written) {
      throw new Error(`The scenario has no journey ${scenario.journey}`);
    }
    const { name, definition } = written;
    // The state in the file is that of the real journey, which may be off while it is tested.
    this.journey = { journeyId: JOURNEY_ID, appId: 0, name, state: 'on', version: 1, definition };
    const names = new Set(listMessages(definition));
    this.messages = new SentMessages(application, names, bounds.characters, (moment) =>
      addMessage(this.moments, moment),
    );
    this.places = new EntryPlaces(definition.limits);
    const judge = new DescribedPersonJudge(application.attributes, application.events);
    for (const [index, person] of people.entries()) {
      const state = new PersonState(person, application, judge);
      const program = compileProgram(withArms(definition, person), JOURNEY_ID);
      const run = new PersonRun(this.journey, program, index + 1, this.observe(state), this.places.free);
      this.runners.set(person.extId, { state, run });
    }
  }

  async finish(): Promise<ScenarioResult> {
    const { events, until, where } = this.scenario;
    const entries = this.listScheduled();
    const questions = where.map(({ at }, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
    const runs = [...this.runners.values()].map(({ run }) => run);
    let [event, entry, question] = [0, 0, 0];
    for (;;) {
      const at = Math.min(
        events[event]?.at ?? Infinity,
        entries[entry]?.at ?? Infinity,
        questions[question]?.at ?? Infinity,
        this.messages.dueAt,
        runs.reduce((least, run) => Math.min(least, run.dueAt), Infinity),
      );
      if (!(at <= until)) {
        break;
      }
      if (this.moments.length > this.bounds.moments) {
        throw malformed(`events: more than ${this.bounds.moments} moments come of them; set until`);
      }
      for (let next = events[event]; next && next.at <= at; next = events[(event += 1)]) {
        this.meet(next);
      }
      for (let next = entries[entry]; next && next.at <= at; next = entries[(entry += 1)]) {
        next.admit();
      }
      for (const run of runs.filter(({ dueAt }) => dueAt <= at)) {
        run.step(new Date(at));
        if (this.stretch.isOver) {
          await this.stretch.giveWay();
        }
      }
      await this.messages.leave(at, this.stretch);
      for (let next = questions[question]; next && next.at <= at; next = questions[(question += 1)]) {
        this.seen[next.index] = this.placesOf(where[next.index]?.extId ?? '');
      }
    }
    const { sent } = this.messages;
    const differences = compareScenario(this.scenario, sent, this.seen);
    return { sent, moments: this.moments, differences };
  }

  /** Passes an event to the run of a person. */
  private meet(event: ScenarioEvent): void {
    const { extId, name, at, attrs, result: message } = event;
    const runner = this.runners.get(extId);
    if (!runner) {
      return;
    }
    const { state, run } = runner;
    state.change(event);
    if (name === undefined) {
      return;
    }
    this.moments.push({ kind: 'event', at, extId, name });
    const { entry } = this.journey.definition;
    const now = new Date(at);
    const { segment } = attrs;
    if ((name === JOINED || name === LEFT) && typeof segment === 'string') {
      const kind = name === JOINED ? 'joined' : 'left';
      state.segments[kind === 'joined' ? 'add' : 'delete'](segment);
      run.meet({ uid: run.uid, name: SEGMENT_CHANGE_NAMES[kind], at: now, attrs: { segment } }, now);
      const entrance = 'segment' in entry ? segmentChangeOf(entry) : undefined;
      if (entrance?.kind === kind && entrance.name === segment) {
        run.admit({ key: '', data: {} }, now);
      }
    } else if (name === ENTERED && 'api' in entry) {
      const key = keyOf(entry.key, attrs);
      if (key !== undefined) {
        run.admit({ key, data: attrs }, now);
      }
    } else {
      run.meet({ uid: run.uid, name, at: now, attrs, ...(message && { message }) }, now);
    }
  }

  /** Entries by dates and by times of day, the first one first. */
  private listScheduled(): { at: number; admit: () => void }[] {
    const { entry } = this.journey.definition;
    const { start, until, application } = this.scenario;
    const stretch = { from: new Date(start - 1), to: new Date(until) };
    return [...this.runners.values()]
      .flatMap(({ state, run }) => {
        const admit = (at: Date) => () => run.admit({ key: '', data: {} }, at);
        if ('date' in entry) {
          const { attribute, zone: kind } = entry.date;
          const value = state.profile[attribute];
          const zone = kind === 'user' ? state.zone : application.zone;
          const place = { isDay: state.isDay(attribute), zone };
          return typeof value === 'number'
            ? listDateMoments(entry, value, place, stretch).map((at) => ({ at: at.getTime(), admit: admit(at) }))
            : [];
        }
        if ('audience' in entry) {
          return listAudienceMoments(entry, application.zone, stretch).map((at) => ({
            at: at.getTime(),
            admit: () => state.isIn(entry.audience.target, at) && run.admit({ key: '', data: {} }, at),
          }));
        }
        return [];
      })
      .toSorted((a, b) => a.at - b.at);
  }

  private observe(state: PersonState): RunObserver {
    const { extId } = state;
    const origin = originOf(this.journey.definition);
    const { moments } = this;
    return {
      answer: (step, _visit, at) => state.answer(step, at),
      send: (visit, { node, message }, at) =>
        this.messages.accept({ person: state, node, message, params: toParams(visit, origin) }, at.getTime()),
      set: (visit, step) => state.write(step, visit.data),
      entered: ({ node, enteredAt, dueAt }) => {
        this.places.take(enteredAt);
        const until = dueAt > enteredAt && { until: dueAt.getTime() };
        moments.push({ kind: 'entered', at: enteredAt.getTime(), extId, node, ...until });
      },
      refused: (reason, at) => moments.push({ kind: 'refused', at: at.getTime(), extId, reason }),
      took: (ways, at) => ways.forEach((way) => void moments.push({ kind: 'took', at: at.getTime(), extId, ...way })),
      rested: ({ node, since, dueAt }) =>
        moments.push({ kind: 'waits', at: since.getTime(), extId, node, until: dueAt.getTime() }),
      left: (_visit, { node, reason }, at) => moments.push({ kind: 'left', at: at.getTime(), extId, node, reason }),
    };
  }

  /** Nodes of the visits of a person, or the end of the last one. */
  private placesOf(extId: string): Place[] {
    const inside = this.runners.get(extId)?.run.visits ?? [];
    const last = this.moments.findLast((moment) => moment.extId === extId && moment.kind === 'left');
    return inside.length > 0 ? inside : last?.kind === 'left' ? [{ left: last.reason }] : [];
  }
}

/** Adds a message, before the leaving of its person that a later step made of the same moment. */
function addMessage(moments: ScenarioMoment[], message: ScenarioMoment): void {
  const { at, extId } = message;
  let index = moments.length - 1;
  while (
    index >= 0 &&
    moments[index]?.at === at &&
    !(moments[index]?.extId === extId && moments[index]?.kind === 'left')
  ) {
    index -= 1;
  }
  const isLeaving = index >= 0 && moments[index]?.at === at;
  moments.splice(isLeaving ? index : moments.length, 0, message);
}
