export { JourneyService, type JourneyStatistics } from './control/journey.service.js';
export { JOURNEY_STATES, type Journey, type JourneyState, type Visit } from './model/journey.types.js';
export { JourneyStepService } from './running/journey-step.service.js';
export { JourneysModule } from './journeys.module.js';
export type { PastVisit } from './visits/visit.repository.js';
