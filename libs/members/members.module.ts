import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { TenancyModule } from '#libs/tenancy';
import { LinkRepository } from './link.repository.js';
import { LinkService } from './link.service.js';
import { MailChoiceService } from './mails/mail-choice.service.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';
import { IdentityRepository } from './oidc/identity.repository.js';
import { OidcAdmissionService } from './oidc/oidc-admission.service.js';
import { OidcFlowRepository } from './oidc/oidc-flow.repository.js';
import { OidcProviderService } from './oidc/oidc-provider.service.js';
import { OidcService } from './oidc/oidc.service.js';
import { OwnUserRepository } from './own-users/own-user.repository.js';
import { OwnUserService } from './own-users/own-user.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { PasskeyService } from './passkey.service.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';
import { ViewRepository } from './views/view.repository.js';
import { ViewService } from './views/view.service.js';

/** The people who use the panel: who they are, and what they may do. */
@Module({
  imports: [AuditModule, TenancyModule],
  providers: [
    IdentityRepository,
    LinkRepository,
    LinkService,
    MailChoiceService,
    MemberRepository,
    MemberService,
    OidcAdmissionService,
    OidcFlowRepository,
    OidcProviderService,
    OidcService,
    OwnUserRepository,
    OwnUserService,
    PasskeyRepository,
    PasskeyService,
    SessionRepository,
    SessionService,
    ViewRepository,
    ViewService,
  ],
  exports: [
    LinkService,
    MailChoiceService,
    MemberService,
    OidcService,
    OwnUserService,
    PasskeyService,
    SessionService,
    ViewService,
  ],
})
export class MembersModule {}
