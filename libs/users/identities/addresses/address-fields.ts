import { ADDRESS_CONTACTS, type Contact } from '#libs/channels/definitions';

/** Channels whose address is no field of its own in the classes of requests. */
const FURTHER = ADDRESS_CONTACTS.filter(({ storage }) => 'attribute' in storage);

/**
 * Adds a field for the address of every further channel to a class of requests.
 *
 * @param decorate  the decorators of the field
 */
export function addAddressFields(dto: { prototype: object }, decorate: (contact: Contact) => PropertyDecorator): void {
  for (const contact of FURTHER) {
    decorate(contact)(dto.prototype, contact.address);
  }
}
