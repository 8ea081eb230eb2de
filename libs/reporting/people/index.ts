export { namesOf, PersonFinderService } from './person-finder.service.js';
export { CONSENT_KINDS, type PersonConsent, type PersonHead, PersonHeadService } from './person-head.service.js';
export { PersonMessageService } from './person-message.service.js';
export { PersonReaderService } from './person-reader.service.js';
export { type FoundPerson, PERSON_WAYS, type PersonExplanation, type PersonWay } from './person-reader.types.js';
export { PersonSearchService, type SearchedPeople } from './person-search.service.js';
export { TIMELINE_GROUPS, TIMELINE_KINDS, type TimelineEntry } from './person-timeline.types.js';
