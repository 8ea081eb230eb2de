export { describeEntry, ENTRY_WAYS, type EntryWay } from './described-entry.js';
export { type DescribedStep, describeStep, listDescribed, type ListedStep } from './described-step.js';
export { type EnteredPeople, JourneyEnterService, type JourneyEntry } from './journey-enter.service.js';
export { JourneyMetricsService } from './journey-metrics.service.js';
export type { VisitedJourney } from './journey-people.repository.js';
export {
  JourneyPeopleService,
  type PastPersonVisit,
  type PersonVisit,
  type WaitingPerson,
} from './journey-people.service.js';
export type { StepPosition } from './journey-positions.repository.js';
export { JourneyPositionsService } from './journey-positions.service.js';
export { JourneyStateService } from './journey-state.service.js';
export { type CountedJourney, JourneyService, type VersionStatistics } from './journey.service.js';
export { type ScenarioOutcome, ScenarioService } from './scenario.service.js';
export { ShownJourneyService } from './shown-journey.service.js';
