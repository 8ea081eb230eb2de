/** Longest name of a file on the systems that mail is read on, in characters. */
const LONGEST = 150;
/** Marks that turn the direction of writing, so that `gpj.exe` is read backwards, and other characters without a form. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name without its folders and whatever could mislead who reads it or what writes it to a disk; the extension
 * stays as it is. Empty when nothing is left.
 */
export function fileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (name.length <= LONGEST) {
    return name;
  }
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, LONGEST - extension.length).replace(/[. ]+$/, '') + extension;
}
