/** Longest name of a file on the systems that mail is read on, in characters. */
const MAX_NAME_LENGTH = 150;
/** Marks that turn the direction of writing, so that `gpj.exe` is read backwards, and other characters without a form. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name without its folders and whatever could mislead who reads it or what writes it to a disk; the extension
 * stays as it is. Empty when nothing is left.
 */
export function cleanFileName(clientName: string): string {
  const name = clientName
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (name.length <= MAX_NAME_LENGTH) {
    return name;
  }
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, MAX_NAME_LENGTH - extension.length).replace(/[. ]+$/, '') + extension;
}
