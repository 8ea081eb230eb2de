import { Module, type OnModuleInit } from '@nestjs/common';
import { ApplySections, TenancyModule } from '#libs/tenancy';
import { GeofenceRepository } from './geofence.repository.js';
import { GeofencesSection } from './geofences.section.js';
import { GeofencesService } from './geofences.service.js';

/** Geofences and their groups. */
@Module({
  imports: [TenancyModule],
  providers: [GeofenceRepository, GeofencesSection, GeofencesService],
  exports: [GeofencesService],
})
export class GeofencesModule implements OnModuleInit {
  constructor(
    private readonly sections: ApplySections,
    private readonly geofences: GeofencesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.geofences);
  }
}
