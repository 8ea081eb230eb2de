export { JourneyApprovalService, type ShownRequest } from './approvals/journey-approval.service.js';
export { JourneyForecastService } from './approvals/journey-forecast.service.js';
export { JourneyMailService } from './mails/journey-mail.service.js';
export { compareHeldOut, type HoldoutEffect } from './figures/holdout-effect.js';
export type { JourneyFigures, JourneyStatistics } from './figures/journey-figures.js';
export { JourneyPeriodService } from './figures/journey-period.service.js';
export type { NodePeriod, PeriodStatistics } from './figures/period-figures.js';
export type { TakenWay } from './model/way.js';
export { writeJourney } from './definitions/write-journey.js';
export { readJourneys } from './definitions/read-journey.js';
export { JOURNEY_STATES, type Journey, type JourneyState, type PlacedStep, type Visit } from './model/journey.types.js';
export { JourneyStepService } from './running/journey-step.service.js';
export { ReplayService } from './replay/replay.service.js';
export { compareDays, type BesideReal, type DayBesideReal } from './replay/beside-real.js';
export type { ReplayReport } from './replay/replay.types.js';
export {
  JourneyTranslationService,
  type TranslatedJourney,
  type TranslationEditor,
} from './translations/journey-translation.service.js';
export { StoredReplayService } from './stored-replays/stored-replay.service.js';
export { REPLAY_STATES, type ReplayState, type ShownReplay } from './stored-replays/stored-replay.types.js';
export { readScenario } from './scenarios/read-scenario.js';
export { runScenario } from './scenarios/run-scenario.js';
export { writeMoment } from './scenarios/scenario-time.js';
export type {
  Scenario,
  ScenarioDifference,
  ScenarioEvent,
  ScenarioMoment,
  ScenarioPerson,
} from './scenarios/scenario.types.js';
export { ScheduledEntryService } from './entering/scheduled-entry.service.js';
export { JourneyAlarmService, type DigestedJourney } from './watching/journey-alarm.service.js';
export { JourneyWatchService } from './watching/journey-watch.service.js';
export { ALARM_KINDS, type Alarm, type AlarmKind } from './watching/alarm.types.js';
export { JourneysModule } from './journeys.module.js';
export type { PastVisit } from './visits/visit.repository.js';
export type { Walked } from './visits/walked-visits.js';
