import { html, Html } from '#platform/pages';

/** Text with `code` and **bold**; everything else stands as it is. */
export function renderInline(text: string): Html {
  return html`${text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((part) =>
      /^`.+`$/s.test(part)
        ? html`<code>${part.slice(1, -1)}</code>`
        : /^\*\*.+\*\*$/s.test(part)
          ? html`<b>${part.slice(2, -2)}</b>`
          : part,
    )}`;
}

/** Paragraphs of such text. */
export function renderParagraphs(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}
