import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { LinkRepository } from './link.repository.js';
import { LinkService } from './link.service.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { PasskeyService } from './passkey.service.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

/** The people who use the panel: who they are, and what they may do. */
@Module({
  imports: [AuditModule],
  providers: [
    LinkRepository,
    LinkService,
    MemberRepository,
    MemberService,
    PasskeyRepository,
    PasskeyService,
    SessionRepository,
    SessionService,
  ],
  exports: [LinkService, MemberService, PasskeyService, SessionService],
})
export class MembersModule {}
