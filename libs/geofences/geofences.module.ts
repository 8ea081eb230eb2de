import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { GeofenceEditService } from './geofence-edit.service.js';
import { GeofenceRepository } from './geofence.repository.js';
import { GeofencesSection } from './geofences.section.js';
import { GeofenceService } from './geofence.service.js';

/** Geofences and their groups. */
@Module({
  imports: [TenancyModule],
  providers: [GeofenceEditService, GeofenceRepository, GeofencesSection, GeofenceService],
  exports: [GeofenceEditService, GeofenceService],
})
export class GeofencesModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly geofences: GeofencesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.geofences);
  }
}
