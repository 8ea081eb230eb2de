export { AdministrationModule } from './administration.module.js';
export { markOf, PersonEditService, type PersonDifference } from './people/person-edit.service.js';
export { PersonInboxService } from './people/person-inbox.service.js';
export { PersonRemovalService, type PersonEditor } from './people/person-removal.service.js';
export { CONSENT_WAYS, type ConsentWay } from './people/person-writer.service.js';
export { SuppressionListService } from './suppressions/suppression-list.service.js';
export { CODE_PLACES, CODE_WAYS, type CodeWay } from './testers/code-reach.service.js';
export { OwnUserProofService, type AskedCode, type ProvedUser } from './testers/own-user-proof.service.js';
export { TesterListService } from './testers/tester-list.service.js';
