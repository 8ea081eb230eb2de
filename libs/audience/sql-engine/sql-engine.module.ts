import { Module } from '@nestjs/common';
import { AudienceRepository } from './audience.repository.js';
import { BehaviourRepository } from './behaviour.repository.js';
import { BreakdownRepository } from './breakdown.repository.js';
import { DeviceDensityRepository } from './device-density.repository.js';
import { GroupCountRepository } from './group-count.repository.js';
import { LeftOutRepository } from './left-out.repository.js';

const REPOSITORIES = [
  AudienceRepository,
  BehaviourRepository,
  BreakdownRepository,
  DeviceDensityRepository,
  GroupCountRepository,
  LeftOutRepository,
];

/** Evaluates targets from the rows of users, installations and events. */
@Module({ providers: REPOSITORIES, exports: REPOSITORIES })
export class SqlEngineModule {}
