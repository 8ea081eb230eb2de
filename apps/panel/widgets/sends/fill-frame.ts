import { ownPicture } from '../pictures/own-picture.js';

/** Elements that are a page of their own, or lead away from the mail. */
const REMOVED = 'script, meta[http-equiv], base, iframe, frame, object, embed, link, form';
const REMOTE = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/** External sources in styles; the policy of the frame refuses them, and each refusal would be an error of the page. */
const STYLE_SOURCES = /url\([^)]*\)|@import[^;]*;?/gi;

/**
 * Puts a mail into a frame. The frame's own parser makes the tree, and scripts of a parsed tree never run (HTML,
 * "DOMParser"). Elements that would load or navigate are removed too, so that the policy refuses nothing.
 *
 * @param isInverted  the colours of the frame are inverted, and its pictures keep theirs
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
    // A click would lead the frame away; the title shows the target of the link instead.
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
