import { DraftsController } from './drafts-controller.js';

/** Journeys that members write, shared by all who may change the set-up. */
export class JourneyDraftsController extends DraftsController({
  kind: 'journey',
  path: 'journey-drafts',
  access: 'setup.write',
  tag: 'Journeys',
  plural: 'journeys',
}) {}
