export { AdministrationModule } from './administration.module.js';
export {
  CONSENT_WAYS,
  markOf,
  PersonEditService,
  type ConsentWay,
  type PersonDifference,
} from './people/person-edit.service.js';
export { PersonInboxService } from './people/person-inbox.service.js';
export { PersonRemovalService, type PersonEditor } from './people/person-removal.service.js';
export { SuppressionDeskService } from './suppressions/suppression-desk.service.js';
export { CODE_PLACES, CODE_WAYS, type CodeWay } from './testers/code-reach.service.js';
export { OwnUserDeskService, type AskedCode, type DeskOwnUser } from './testers/own-user-desk.service.js';
export { TesterDeskService } from './testers/tester-desk.service.js';
