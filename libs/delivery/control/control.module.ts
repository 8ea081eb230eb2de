import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { CampaignControlRepository } from './campaign-control.repository.js';
import { CampaignControlService } from './campaign-control.service.js';
import { ChunkPlacesService } from './chunk-places.service.js';
import { CopyGuardRepository } from './copy-guard.repository.js';
import { CopyGuardService } from './copy-guard.service.js';
import { DueTimeRepository } from './due-time.repository.js';
import { DueTimeService } from './due-time.service.js';
import { FairTurnService } from './fair-turn.service.js';
import { OpenChunkRepository } from './open-chunk.repository.js';
import { PacingRepository } from './pacing.repository.js';
import { PacingService } from './pacing.service.js';
import { RecoveryService } from './recovery.service.js';

const SERVICES = [
  CampaignControlService,
  ChunkPlacesService,
  CopyGuardService,
  DueTimeService,
  FairTurnService,
  RecoveryService,
];

@Module({
  imports: [AuditModule, DispatchesModule, SendingModule],
  providers: [
    ...SERVICES,
    CampaignControlRepository,
    CopyGuardRepository,
    DueTimeRepository,
    OpenChunkRepository,
    PacingRepository,
    PacingService,
  ],
  exports: SERVICES,
})
export class ControlModule {}
