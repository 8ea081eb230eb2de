import { DraftsController } from './drafts-controller.js';

/** Campaigns that members write, shared by all who may write campaigns. */
export class PanelDraftsController extends DraftsController({
  kind: 'campaign',
  path: 'drafts',
  access: 'campaigns.write',
  tag: 'Drafts',
  plural: 'campaigns',
}) {}
