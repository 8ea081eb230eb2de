import { closeHistory } from 'prosemirror-history';
import { Slice } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { docOf, schema } from './rich-schema.js';
import { paragraphsOf } from './rich-text.js';

/** The type of a copy from an editor of this panel. Browsers keep custom types between pages of one origin. */
const TYPE = 'application/x-herald-rich-text';

/**
 * Pastes what was copied of such an editor as it was, and all else as plain text. HTML of strangers is never parsed: the
 * policy of the page has no way to make a tree of a text (Trusted Types).
 */
export function handlePaste(view: EditorView, event: ClipboardEvent): boolean {
  if (event.clipboardData) {
    insert(view, event.clipboardData);
  }
  event.preventDefault();
  return true;
}

/** Handles a drop from elsewhere; a move within the editor is left to it. */
export function handleDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging !== null) {
    return false;
  }
  event.preventDefault();
  return true;
}

/** Leaves the event to the editor, which writes the text and the HTML for other programs. */
export function handleCopy(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state;
  if (event.clipboardData && !selection.empty) {
    const slice = selection.content();
    const text = slice.content.textBetween(0, slice.content.size, '\n\n');
    event.clipboardData.clearData();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData(TYPE, JSON.stringify(slice.toJSON()));
    event.preventDefault();
    if (event.type === 'cut') {
      view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'));
    }
  }
  return true;
}

function insert(view: EditorView, data: DataTransfer): void {
  const slice = readSlice(data.getData(TYPE)) ?? plainSlice(data.getData('text/plain'));
  // One step back takes what was pasted, and nothing that was typed before.
  view.dispatch(closeHistory(view.state.tr).replaceSelection(slice).scrollIntoView().setMeta('paste', true));
}

/** Reads a slice; undefined for one outside of this schema. */
function readSlice(text: string): Slice | undefined {
  try {
    const slice = text === '' ? undefined : Slice.fromJSON(schema, JSON.parse(text));
    slice?.content.forEach((node) => node.check());
    return slice;
  } catch {
    return undefined;
  }
}

function plainSlice(text: string): Slice {
  const { content } = docOf(paragraphsOf({ text: text.replaceAll(/\r\n?/g, '\n') }));
  return new Slice(content, 1, 1);
}
