import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { SOUND_FIELDS, SOUNDS_REFERENCE } from './catalogue-reference.js';
import { SOUND_PLATFORMS } from './sound.entity.js';
import { type Sound, SoundRepository } from './sound.repository.js';

/** Files in the bundle of an app: a name, with or without its ending. */
const NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** The section `sounds` of an application file: which sound files the apps of a platform contain. */
@Injectable()
export class SoundsSection implements ApplySection {
  readonly section = 'sounds';
  readonly reference = SOUNDS_REFERENCE;

  constructor(private readonly sounds: SoundRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const desired = readSounds(value, this.section);
    await this.sounds.lockSounds(tx, app.id);
    const present = new Map((await this.sounds.findAll(app.id, tx)).map((sound) => [toKey(sound), sound]));
    const differences: Difference[] = [];
    for (const [key, sound] of desired) {
      if (!present.has(key)) {
        await this.sounds.insertSound(tx, app.id, sound);
        differences.push({ change: 'add', subject: `sounds: ${key}` });
      }
    }
    for (const [key, sound] of context.prune ? present : []) {
      if (!desired.has(key)) {
        await this.sounds.deleteSound(tx, app.id, sound);
        differences.push({ change: 'remove', subject: `sounds: ${key}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.sounds.findAll(id, on);
    return rows.length === 0
      ? undefined
      : { value: rows.map(({ platform, name }) => ({ platform, name })), withheld: [] };
  }
}

function readSounds(value: unknown, path: string): Map<string, Sound> {
  const sounds = new Map<string, Sound>();
  for (const form of Form.readList(value, path, namesOf(SOUND_FIELDS))) {
    const sound = { platform: readPlatform(form), name: form.text('name') };
    if (!NAME_PATTERN.test(sound.name)) {
      throw malformed(`${joinPath(form.path, 'name')} should be the name of a sound file, at most 100 characters`);
    }
    if (sounds.has(toKey(sound))) {
      throw malformed(`${joinPath(form.path, 'name')}: ${toKey(sound)} is listed twice`);
    }
    sounds.set(toKey(sound), sound);
  }
  return sounds;
}

/** In any case of letters: messages call the platforms `ios` and `android`, too. */
function readPlatform(form: Form): Sound['platform'] {
  const text = form.text('platform').toUpperCase();
  const match = SOUND_PLATFORMS.find((platform) => platform === text);
  return match ?? form.oneOf('platform', SOUND_PLATFORMS);
}

function toKey({ platform, name }: Sound): string {
  return `${platform} ${name}`;
}
