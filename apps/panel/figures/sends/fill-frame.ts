import { ownPicture } from '../pictures/own-picture.js';

/** What is a page of its own, or leads away from the mail. */
const REMOVED = 'script, meta[http-equiv], base, iframe, frame, object, embed, link, form';
const REMOTE = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/** What styles read from elsewhere; the policy of the frame refuses it, and each refusal would be an error of the page. */
const STYLE_SOURCES = /url\([^)]*\)|@import[^;]*;?/gi;

/**
 * Puts a mail into a frame. The frame's own parser makes the tree, and scripts of a parsed tree never run (HTML,
 * "DOMParser"); they and what would load or navigate go all the same, so that its policy has nothing to refuse.
 *
 * @param isInverted  the colours of the frame are turned over, and those of its pictures are to stay
 */
export function fillFrame(
  frame: HTMLIFrameElement | null,
  html: string,
  hasPictures: boolean,
  isInverted: boolean,
): void {
  const [document, view] = [frame?.contentDocument, frame?.contentWindow as (Window & typeof globalThis) | null];
  if (!document || !view) {
    return;
  }
  const mail = new view.DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(REMOVED)) {
    element.remove();
  }
  for (const element of mail.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (name.startsWith('on') || name === 'srcset' || name === 'background' || name === 'ping') {
        element.removeAttribute(name);
      }
    }
  }
  for (const link of mail.querySelectorAll('[href]')) {
    // A press would lead the frame away; where it would lead is told beside it.
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.setAttribute('href', '#');
    link.removeAttribute('target');
  }
  for (const element of mail.querySelectorAll('[src]')) {
    const source = element.getAttribute('src') ?? '';
    const picture = ownPicture(source);
    if (picture !== undefined) {
      element.setAttribute('src', picture);
    } else if (!hasPictures && REMOTE.test(source)) {
      element.removeAttribute('src');
    }
  }
  if (!hasPictures) {
    for (const element of mail.querySelectorAll('[style]')) {
      element.setAttribute('style', (element.getAttribute('style') ?? '').replaceAll(STYLE_SOURCES, 'none'));
    }
  }
  for (const sheet of mail.querySelectorAll('style')) {
    // Styles and fonts of other servers are never loaded, and pictures of styles after the click alone.
    sheet.textContent = (sheet.textContent ?? '').replaceAll(hasPictures ? /@import[^;]*;?/gi : STYLE_SOURCES, '');
  }
  if (isInverted) {
    const sheet = mail.createElement('style');
    sheet.textContent = 'img { filter: invert(1) hue-rotate(180deg) }';
    mail.head.append(sheet);
  }
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
}
