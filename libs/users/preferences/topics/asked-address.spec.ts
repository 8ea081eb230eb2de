import { describe, expect, it } from 'vitest';
import { TOPIC_CHANNELS } from '#libs/channels/definitions';
import { CONTACT_KINDS, contactKey, type Addresses } from '#libs/users/identities';
import { findAskedAddress } from './asked-address.js';

const NONE: Addresses = { email: null, msisdn: null, wpNumber: null, whatsappId: null, chatAddress: null };
const ID = 'US.13491208655302741918';
const at = (kind: keyof Addresses, address: string) => ({
  kind: CONTACT_KINDS[kind],
  hash: contactKey(address).hash,
});

describe('findAskedAddress', () => {
  it('A person who has only an id of WhatsApp is asked there, about WhatsApp and about all of a topic', () => {
    const person = { ...NONE, whatsappId: ID };
    expect(findAskedAddress(TOPIC_CHANNELS.WHATSAPP, person)).toEqual(at('whatsappId', ID));
    expect(findAskedAddress(0, person)).toEqual(at('whatsappId', ID));
    expect(findAskedAddress(TOPIC_CHANNELS.EMAIL, person)).toBeNull();
  });

  it('The number of WhatsApp comes before its id, and e-mail before both where the channel is open', () => {
    const person = { ...NONE, email: 'ada@example.com', wpNumber: '+905321234567', whatsappId: ID };
    expect(findAskedAddress(TOPIC_CHANNELS.WHATSAPP, person)).toEqual(at('wpNumber', '+905321234567'));
    expect(findAskedAddress(TOPIC_CHANNELS.PUSH, person)).toEqual(at('email', 'ada@example.com'));
  });

  it('An address of one messenger is none of another', () => {
    const person = { ...NONE, chatAddress: 'telegram:600000001' };
    expect(findAskedAddress(TOPIC_CHANNELS.SLACK, person)).toBeNull();
    expect(findAskedAddress(TOPIC_CHANNELS.TELEGRAM, person)).toEqual(at('chatAddress', 'telegram:600000001'));
  });
});
