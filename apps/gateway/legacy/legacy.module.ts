import { Module } from '@nestjs/common';
import { LegacyController } from './legacy.controller.js';

/** The push interface of earlier versions. */
@Module({ controllers: [LegacyController] })
export class LegacyModule {}
