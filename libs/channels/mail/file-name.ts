import { trimEnd } from '#platform/collections';

/** Characters that every system of a mail reader accepts in a file name. */
const MAX_NAME_LENGTH = 150;
/** Direction marks, which can make `exe.jpg` out of `gpj.exe`, and other invisible characters. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Removes folders from a file's name, and characters that mislead a reader or break a file system. The extension stays.
 * The result may be empty.
 */
export function cleanFileName(clientName: string): string {
  const plain = clientName
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/^.*[/\\]/s, '')
    // The last stands for bytes that are no UTF-8.
    .replace(/[<>:"|?*\uFFFD]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const name = trimEnd(plain, '. ');
  if (name.length <= MAX_NAME_LENGTH) {
    return name;
  }
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return trimEnd(name.slice(0, MAX_NAME_LENGTH - extension.length), '. ') + extension;
}
