import type { JourneyState } from '#libs/journeys';
import { JourneyService, JourneyStateService, type CountedJourney } from '#libs/journeys/control';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { formatFigures } from './journey-lines.js';

export const journeyList: RunVerb = async ({ values, positionals }, { tell }) => {
  if (positionals.length > 0) {
    throw new OperatorError('Usage: herald journey list [--app NAME].');
  }
  const journeys = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    return context.get(JourneyService).listCounted(id);
  });
  journeys.map(formatJourney).forEach(tell);
  return { result: { journeys: journeys.map(toEntry) } };
};

/** Changes the state of journeys, by the last word of the verb. */
export const CONTROLS = {
  pause: control('pause', 'paused', 'is paused; "herald journey resume" lets it go on.'),
  resume: control('resume', 'on', 'is on.'),
  stop: control('stop', 'off', 'is off: the people inside leave with the next step.'),
  drain: control('drain', 'closed', 'is closed: no one enters, and people inside go on.'),
};

function control(verb: 'pause' | 'resume' | 'stop' | 'drain', state: JourneyState, done: string): RunVerb {
  return async ({ values, positionals }, { tell }) => {
    const names = [...new Set(positionals)];
    if (names.length === 0) {
      throw new OperatorError(`Usage: herald journey ${verb} NAME …; "herald journey list" shows the names.`);
    }
    await withAppContext(async (context) => {
      const applications = context.get(ApplicationService);
      const { id: appId } = await findApp(applications, values['app']);
      const { approval } = (await applications.getApplication(appId)).settings;
      const journeys = context.get(JourneyService);
      // Before the first change: a name that is misspelt changes nothing.
      await Promise.all(names.map((name) => journeys.get(appId, name)));
      for (const name of names) {
        await context.get(JourneyStateService).setState({ appId, approval, ...operatorOrigin() }, name, state);
        tell(`Journey ${name} ${done}`);
      }
    });
    return { result: { names, done: verb } };
  };
}

function toEntry({ name, state, version, entered, inside, left, converted, late, looped }: CountedJourney) {
  return { name, state, version, entered, inside, left, converted, late, looped };
}

/** One line: state, people, name. */
function formatJourney(journey: CountedJourney): string {
  return `${journey.state.padEnd(6)}  ${formatFigures(journey)}  ${journey.name}`;
}
