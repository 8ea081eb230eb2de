import { Clock } from '#platform/clock';
import type { Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { AttributeRepository } from '../../libs/users/attribute.repository.js';
import { AttributeService } from '../../libs/users/attribute.service.js';
import { AttributesSection } from '../../libs/users/attributes.section.js';
import { ContactRepository } from '../../libs/users/contact.repository.js';
import { DeviceService } from '../../libs/users/device.service.js';
import { DeviceWriter } from '../../libs/users/device-writer.service.js';
import { InstallationRepository } from '../../libs/users/installation.repository.js';
import { InstallationService } from '../../libs/users/installation.service.js';
import { RecipientRepository } from '../../libs/users/recipient.repository.js';
import { RegistrationService } from '../../libs/users/registration.service.js';
import { TagRepository } from '../../libs/users/tag.repository.js';
import { TagService } from '../../libs/users/tag.service.js';
import { TokenRepository } from '../../libs/users/token.repository.js';
import { UidAllocator } from '../../libs/users/uid-allocator.js';
import { UidBlockRepository } from '../../libs/users/uid-block.repository.js';
import { UserRepository } from '../../libs/users/user.repository.js';
import { UserWriter } from '../../libs/users/user-writer.service.js';
import { UsersService } from '../../libs/users/users.service.js';
import { ApplicationRepository } from '../../libs/tenancy/application.repository.js';
import { ApplicationService } from '../../libs/tenancy/application.service.js';
import { ApplySections } from '../../libs/tenancy/apply-sections.js';
import { ApplyService } from '../../libs/tenancy/apply.service.js';

/** The users room of one process, as its module puts it together, and what applies an application file. */
export function usersRoom(db: Database) {
  const outbox = new OutboxRepository();
  const applicationRows = new ApplicationRepository(db);
  const applications = new ApplicationService(applicationRows);
  const attributeRows = new AttributeRepository(db);
  const attributes = new AttributeService(db, attributeRows, applications, new Clock());
  const [users, tags, tokens, installations] = [
    new UserRepository(db),
    new TagRepository(db),
    new TokenRepository(db),
    new InstallationRepository(db),
  ];
  const blocks = new UidBlockRepository(db);
  const ids = new UidAllocator(blocks);
  const devices = new DeviceWriter(tokens, installations, ids);
  const writer = new UserWriter(db, users, new ContactRepository(), new TagService(db, tags), ids, devices, outbox);
  const sections = new ApplySections();
  [applications, new AttributesSection(attributeRows, attributes)].forEach((taker) => sections.register(taker));
  return {
    ids,
    attributes,
    registration: new RegistrationService(db, attributes, writer, users, tags, outbox),
    devices: new DeviceService(db, users, attributes, installations, tokens, outbox),
    installations: new InstallationService(db, users, writer, installations, tokens, devices, ids, outbox),
    users: new UsersService(
      attributes,
      new RecipientRepository(db),
      installations,
      tokens,
      tags,
      users,
      blocks,
      outbox,
    ),
    applying: new ApplyService(db, applicationRows, sections),
  };
}

export type UsersRoom = ReturnType<typeof usersRoom>;
