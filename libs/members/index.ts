export { listScopesToGive, mayGive, PERMISSIONS_OF_SCOPE, requireMayGive } from './key-scopes.js';
export { LinkService } from './link.service.js';
export { CHOSEN_MAILS, MailChoiceService, type ChosenMail } from './mails/mail-choice.service.js';
export { toMailLine, writeInLanguages, type WrittenMail } from './mails/mail-languages.js';
export { MembersModule } from './members.module.js';
export { MemberService, type MemberActor, type MemberWithGrants } from './member.service.js';
export {
  THEMES,
  type Member,
  type MemberChange,
  type NewLink,
  type NewSession,
  type Session,
  type SignedIn,
  type Surroundings,
  type Theme,
} from './members.types.js';
export {
  permissionsOf,
  ROLE_NAMES,
  ROLES,
  seesApplication,
  type Grant,
  type Permission,
  type RoleName,
} from './permissions.js';
export type { Passkey } from './passkey.repository.js';
export { PasskeyService, type RelyingParty } from './passkey.service.js';
export { SessionService } from './session.service.js';
export { OidcRefused } from './oidc/oidc-refused.js';
export { OidcService } from './oidc/oidc.service.js';
export type { FlowPurpose } from './oidc/oidc-flow.repository.js';
export { OwnUserService } from './own-users/own-user.service.js';
export type { OwnPlace, OwnUser } from './own-users/own-user.types.js';
export { ViewService } from './views/view.service.js';
export { VIEW_SCREENS, type View, type ViewFilters, type ViewScreen } from './views/view.types.js';
